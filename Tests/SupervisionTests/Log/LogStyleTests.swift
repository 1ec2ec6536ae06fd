import CleanseSupport
import CleanseTestSupport
import Foundation
import Testing
@testable import CleanseSupervision

@Suite("How a log writes its entries")
struct LogStyleTests {
  private static let json = LogStyle(name: "host serve", format: .json, isJournal: false)

  /// The objects of lines, none of which is longer than a pipe takes at once.
  private func objects(
    _ lines: [[UInt8]], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> [[String: Any]] {
    try lines.map { line in
      #expect(line.count <= LogStyle.longestLine, sourceLocation: sourceLocation)
      #expect(line.last == 0x0A, sourceLocation: sourceLocation)
      // Neither another line, nor what a terminal interprets.
      let text = String(decoding: line.dropLast(), as: UTF8.self)
      #expect(!text.unicodeScalars.contains(where: PlainText.acts), sourceLocation: sourceLocation)
      let value = try JSONSerialization.jsonObject(with: Data(line))
      return try #require(value as? [String: Any], sourceLocation: sourceLocation)
    }
  }

  private func objects(of record: LogRecord) throws -> [[String: Any]] {
    try objects(Self.json.lines(of: record))
  }

  private func outputs(_ bytes: [UInt8]) throws -> [[String: Any]] {
    try objects(Self.json.lines(ofOutput: bytes, of: 7, group: "all"))
  }

  @Test("text has the program and the process before each line, and the journal gets the level")
  func text() {
    var record = LogRecord(.workerEnded, ["one\n", "two"], worker: 7)
    record.process = 4
    func lines(isJournal: Bool) -> [String] {
      LogStyle(name: "host serve", format: .text, isJournal: isJournal).lines(of: record)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    let plain = [#"host serve[4]: one\u{A}"# + "\n", "host serve[4]: two\n"]
    #expect(lines(isJournal: false) == plain)
    #expect(lines(isJournal: true) == [#"<3>one\u{A}"# + "\n", "<3>two\n"])
  }

  @Test("the journal gets the level of JSON, too")
  func journal() throws {
    let style = LogStyle(name: "host serve", format: .json, isJournal: true)
    let lines =
      style.lines(of: LogRecord(.wentBack, ["message"]))
      + style.lines(ofOutput: Array("printed".utf8), of: 7, group: "all")
    let heads = lines.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "{") }, as: UTF8.self) }
    #expect(heads == ["<3>", "<6>"])
    #expect(try objects(lines.map { Array($0.dropFirst(3)) }).count == 2)
  }

  // Text had only the key of the service, and JSON has both members.
  @Test("text names the plugin of a service")
  func plugin() throws {
    let style = LogStyle(name: "host serve", format: .text, isJournal: true)
    func line(_ message: String, plugin: String?) -> String {
      let record = LogRecord(
        .serviceFailed, [message, "more"], plugin: plugin, service: "server *")
      return String(decoding: style.lines(of: record).joined(), as: UTF8.self)
    }
    #expect(
      line("server * failed", plugin: "org.a") == "<3>server * of org.a failed\n<3>more\n")
    #expect(line("server * failed", plugin: nil) == "<3>server * failed\n<3>more\n")
    #expect(line("all failed", plugin: "org.a") == "<3>all failed\n<3>more\n")
  }

  @Test("JSON has a member for everything that an entry is about")
  func members() throws {
    let record = LogRecord(
      .finding, ["message", "detail", "other"], level: .warning, plugin: "org.example.a",
      service: "server *", code: "plugin/crashed"
    ).of(worker: 7) { $0 + "!" }.of(group: "all")
    let object = try #require(try objects(of: record).first)
    let time = try #require(object["time"] as? String)
    #expect(time.contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
    let texts = object.compactMapValues { $0 as? String }
    #expect(
      texts.filter { $0.key != "time" } == [
        "level": "warning", "event": "finding", "group": "all", "plugin": "org.example.a",
        "service": "server *", "code": "plugin/crashed", "message": "message!",
      ])
    #expect(object["process"] as? Int == 7 && object["worker"] as? Int == 7)
    #expect(object["details"] as? [String] == ["detail!", "other!"])
  }

  @Test("JSON has the exact output of a plugin; bytes that are not UTF-8 are replaced and marked")
  func output() throws {
    let forged = "\"}\n{\"level\":\"error\"}\u{1B}[31m\u{202E}\u{2028}\u{85}\u{E0001}\\\t\0"
    let object = try #require(try outputs(Array(forged.utf8)).first)
    #expect(object["output"] as? String == forged)
    #expect(object["event"] as? String == "output" && object["worker"] as? Int == 7)
    #expect(object["hasReplacements"] == nil)
    let broken = try #require(try outputs([0x61, 0xFF, 0x62]).first)
    #expect(broken["output"] as? String == "a\u{FFFD}b")
    #expect(broken["hasReplacements"] as? Bool == true)
    #expect(try outputs([]).first?["output"] as? String == "")
  }

  @Test("JSON splits output that is too long, and loses nothing of it")
  func longOutput() throws {
    for character in ["a", "\"", "é", "\u{1}", "\u{E0001}"] {
      let text = String(repeating: character, count: 4000)
      let objects = try outputs(Array(text.utf8))
      #expect(objects.count > (character == "a" ? 0 : 1))
      #expect(objects.compactMap { $0["output"] as? String }.joined() == text)
    }
  }

  @Test("JSON splits an entry with many details, and cuts a message that is too long")
  func longEntries() throws {
    let lines = (1...500).map { "line \($0) of a report" }
    let parts = try objects(of: LogRecord(.finding, lines))
    let read = parts.flatMap { part in
      [part["message"] as? String ?? ""] + (part["details"] as? [String] ?? [])
    }
    #expect(read == lines)
    #expect(parts.map { $0["part"] as? Int } == [nil] + (2...parts.count).map { $0 })
    let cut = try objects(of: LogRecord(.finding, [String(repeating: "\u{1}", count: 5000)]))
    #expect(cut.count == 1)
    #expect((cut[0]["message"] as? String)?.hasSuffix("\u{1}…") == true)
    #expect(try objects(of: LogRecord(.finding, [])).isEmpty)
  }

  @Test("a time has milliseconds, and is in UTC")
  func time() {
    let time = timespec(tv_sec: 951_868_799, tv_nsec: 7_999_999)
    #expect(LogTime.text(of: time) == "2000-02-29T23:59:59.007Z")
  }
}

@Suite("The events of a log")
struct LogEventTests {
  /// The rows of the table: the code and the level.
  private static func rows() throws -> [String] {
    try Repository.text(of: "Documentation/RunningAHost.md").split(separator: "\n")
      .compactMap { line in
        let row = line.prefixMatch(of: /\| `([a-z-]+)` \| (error|warning|notice|info|debug) \|/)
        return row.map { "\($0.output.1) \($0.output.2)" }
      }
  }

  @Test("are the rows of the table of RunningAHost.md, with their levels")
  func documented() throws {
    #expect(try Self.rows() == LogEvent.allCases.map { "\($0.rawValue) \($0.level.name)" })
  }

  @Test("are those of the schema")
  func schema() throws {
    let text = try Repository.text(of: "Documentation/schemas/log.schema.json")
    let schema = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let members = schema?["properties"] as? [String: [String: Any]]
    #expect(members?["event"]?["enum"] as? [String] == LogEvent.allCases.map(\.rawValue))
    #expect(members?["level"]?["enum"] as? [String] == LogLevel.allCases.map(\.name))
  }
}
