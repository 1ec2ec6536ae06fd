import CleanseTestSupport
import Foundation
import Testing

@Suite("host config", .blocking)
struct ConfigTests {
  /// Documentation/Policy.md.
  private static let document =
    (try? String(
      contentsOf: Build.root.appending(path: "Documentation/Policy.md"), encoding: .utf8)) ?? ""

  @Test("shows the effective settings, as Documentation/Policy.md shows them for its file")
  func documented() throws {
    let file = try #require(
      Self.document.firstMatch(of: /<!-- file: host.json -->\n```json\n((?s).*?)```/)?.1)
    let shown = try #require(
      Self.document.firstMatch(of: /```\n\$ host config --strict more\n((?s).*?)```/)?.1)
    let directory = try TemporaryDirectory()
    try directory.write(file.utf8, to: "host.json")
    let run = try host("config", "--strict", "more", in: directory)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output == String(shown))
    expectGolden(run, "config")
    try expectGolden(host("config", "--format", "json", in: directory), "config-json")
  }

  /// A row of the table of keys: the key, the default, and an example.
  private static let rows = document.matches(
    of: /\n\| `([a-zA-Z.]+)` \| [^|]+ \| ([^|]*) ?\| `(\{[^|]+\})` \|/
  ).map { (key: String($0.1), standard: String($0.2), example: String($0.3)) }

  @Test("accepts every example of Documentation/Policy.md, and has each key's default")
  func keys() throws {
    #expect(Self.rows.count == 20)
    let bare = try host("config", "--no-config").output.split(separator: "\n").dropFirst()
      .map { $0.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: [" "]) } }
    #expect(
      Set(bare.map { $0[0] }) == Set(Self.rows.map(\.key)).subtracting(["schema", "severities"]))
    for row in Self.rows {
      let directory = try TemporaryDirectory()
      try directory.write(row.example.utf8, to: "host.json")
      let run = try host("config", in: directory)
      #expect(run.status == 0, "\(row.key)")
      guard row.key != "schema" else { continue }
      let line = run.output.split(separator: "\n").first { $0.hasPrefix(row.key) }
      #expect(line?.hasSuffix("  host.json:1") == true, "\(row.key)")
      guard let setting = bare.first(where: { $0[0] == row.key }) else { continue }
      let standard = row.standard.trimmingCharacters(in: ["`", " "])
      let value = setting[1].components(separatedBy: "  ")[0]
      #expect(value == (standard == "none" ? "-" : standard), "\(row.key)")
      #expect(setting[1].hasSuffix("  default"))
    }
  }

  /// The rows of the table of precedence with an option: the key, and the option with its operand.
  private static let optionRows = document.matches(
    of: /\n\| `([a-zA-Z.]+)` \| `(--[^`]+)`/
  ).map { (key: String($0.1), option: String($0.2)) }.filter { !$0.key.hasPrefix("plugins.") }

  // Failed before for --sandbox and --baseline.
  @Test("takes the options of other commands that Documentation/Policy.md lists for the keys")
  func commandLine() throws {
    #expect(Self.optionRows.count == 11)
    let directory = try TemporaryDirectory()
    #expect(try host("key", "new", "--output", "some.key", in: directory).status == 0)
    let operands = [
      "SECONDS": "2", "MODE": "require", "KEYFILE": "some.key.pub", "FILE": "some.json",
      "CODE=LEVEL": "plugin/wrote-output=ignore",
    ]
    // Together, as some have no effect without others.
    let options = Self.optionRows.map { row in
      let parts = row.option.split(maxSplits: 1) { $0 == " " || $0 == "=" }.map(String.init)
      return parts[0] + parts.dropFirst().map { "=" + (operands[$0] ?? $0) }.joined()
    }
    let run = try host(arguments: ["config"] + options, in: directory)
    #expect(run.status == 0, "\(run.errors)")
    for row in Self.optionRows {
      let line = run.output.split(separator: "\n").first { $0.hasPrefix(row.key) }
      #expect(line?.hasSuffix("  command line") == true, "\(row.option): \(run.output)")
    }
  }

  @Test("shows the path of the file")
  func way() throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"{"baseline": "known.json"}"#.utf8, to: "host.json")
    try directory.write([], to: "in/file")
    let named = try host("config", "--config", directory.path(of: "host.json"))
    #expect(named.output.contains("\(directory.path(of: "known.json"))  "))
    let json = try host(
      "config", "--format", "json", "--config", directory.path(of: "host.json"))
    #expect(try json.json()["file"] as? String == directory.path(of: "host.json"))
  }
}
