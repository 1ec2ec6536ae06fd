@testable import CleansePluginCommands
import CleanseFindingReports
import CleanseGraphAnalysis
import CleanseSupport
import CleanseTestSupport
import Foundation
import Testing

@Suite("Trace files that are read")
struct TraceReaderTests {
  /// An event with these members instead of valid ones.
  private static func event(_ members: String) -> String {
    #"{"ph":"X","cat":"load","name":"-","pid":1,"tid":1,\#(members)}"#
  }

  private static let malformed = [
    ("empty", ""), ("text", "hello"), ("number", "1"), ("object", "{}"), ("null", "null"),
    ("cut", #"{"traceEvents":["#), ("numbers", "[1, 2]"), ("nothing", "[]"),
    ("another", #"{"traceEvents":[{"ph":"X","cat":"gpu","ts":1,"dur":2,"pid":1,"tid":1}]}"#),
    ("not-events", #"{"traceEvents":7}"#),
    ("negative", "[\(event(#""ts":1,"dur":-2,"args":{"subject":"a"}"#))]"),
    ("infinite", "[\(event(#""ts":1e999,"dur":2,"args":{"subject":"a"}"#))]"),
    ("untimed", "[\(event(#""args":{"subject":"a"}"#))]"),
    (
      "process",
      #"[{"ph":"X","cat":"load","ts":1,"dur":1,"pid":1e99,"tid":1,"args":{"subject":"a"}}]"#
    ),
    ("arguments", "[\(event(#""ts":1,"dur":2,"args":[]"#))]"),
    ("deep", String(repeating: "[", count: 100_000)), ("odd", "\u{FFFD}"),
  ]

  @Test("what is no trace of a host is an error that says why")
  func malformed() throws {
    var text = ""
    for (name, contents) in Self.malformed {
      let directory = try TemporaryDirectory(["a.json": contents])
      do {
        _ = try TraceReader.events(of: directory.path(of: "a.json"))
        Issue.record("\(name) was read")
      } catch {
        text += "\(name): \(error.message.replacing(directory.path, with: "<directory>"))\n"
      }
    }
    expectGolden(text, "blame-malformed", terminator: "")
  }

  @Test("a file that is too large, missing or no file is an error")
  func unreadable() throws {
    let directory = try TemporaryDirectory(["huge": "["])
    try #require(truncate(directory.path(of: "huge"), 1 << 40) == 0)
    for path in [directory.path(of: "huge"), directory.path(of: "none"), "/dev/zero"] {
      #expect(throws: DocumentError.self) { _ = try TraceReader.events(of: path) }
    }
  }

  @Test("an array is read like an object, and events of other programs are skipped")
  func forms() throws {
    let own = Self.event(#""ts":1.5,"dur":2,"args":{"subject":"a","plugin":"p","more":[1]}"#)
    let other = #"{"ph":"B","name":"other","ts":"x","args":{}}"#
    for text in ["[\(other),\(own)]", #"{"x":{},"traceEvents":[\#(own),\#(other)],"y":1}"#] {
      var reader = TraceReader()
      try reader.read(Array(text.utf8))
      #expect(
        reader.events == [
          TraceEvent(TraceLabel(.load, "a", of: "p"), from: 1500, to: 3500, process: 1, thread: 1)
        ])
    }
  }

  @Test("damaged files are rejected or read, and reported")
  func damaged() {
    let own = Self.event(#""ts":1.5,"dur":2,"args":{"subject":"a","plugin":"p"}"#)
    let bytes = Array("[\(own),\(own)]".utf8)
    var generator = SeededGenerator.announced("damaged traces")
    for _ in 0..<3000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = damaged.indices.randomElement(using: &generator) ?? 0
        damaged[index] = UInt8.random(in: 0...255, using: &generator)
      }
      var reader = TraceReader()
      guard (try? reader.read(damaged)) != nil, !reader.events.isEmpty else { continue }
      _ = BlameReport(reader.events, showingChain: true).text(for: .none)
    }
  }
}
