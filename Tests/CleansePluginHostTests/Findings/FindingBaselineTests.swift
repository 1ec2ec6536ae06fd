@testable import CleanseGraph
@testable import CleansePluginHost
@testable import CleanseGraphAnalysis
@testable import CleansePluginTrust
import CleanseTestSupport
import Testing

@Suite("A baseline file")
struct FindingBaselineTests {
  private let scratch: TemporaryDirectory
  private let baseline = FindingBaseline(
    application: "App.Shop", plugins: ["org.b", "org.a", "org.b"],
    entries: [
      .init(identity: "2", code: "x/y", severity: .warning, about: "b\nc \u{1B}"),
      .init(identity: "3", code: "a/b", severity: .error, about: "z"),
      .init(identity: "1", code: "x/y", severity: .note, about: "a"),
    ])

  init() throws {
    scratch = try TemporaryDirectory()
  }

  @Test("its bytes are fixed and sorted, and it can be written and read back")
  func text() throws {
    #expect(baseline.entries.map(\.identity) == ["3", "1", "2"])
    #expect(baseline.plugins == ["org.a", "org.b"])
    let path = scratch.path(of: "known.json")
    try baseline.write(to: path)
    let written = try #require(readFile(path))
    expectGolden(String(decoding: written.dropLast(), as: UTF8.self), "baseline")
    #expect(try FindingBaseline(contentsOf: path) == baseline)
  }

  @Test("a file that can't be read is reported with file, line and field")
  func malformed() throws {
    let path = scratch.path(of: "known.json")
    try baseline.write(to: path)
    let whole = String(decoding: try #require(readFile(path)), as: UTF8.self)
    let faults: [(String, String)] = [
      ("empty", ""), ("array", "[]"), ("cut off", String(whole.prefix(100))),
      ("nested", String(repeating: "[", count: 5000)),
      ("newer", whole.replacing("baseline/1", with: "baseline/2")),
      ("other document", whole.replacing("baseline/1", with: "lock/1")),
      ("no schema", #"{"findings": []}"#),
      ("no application", #"{"schema": "cleanse-baseline/1", "findings": []}"#),
      ("no findings", #"{"schema": "cleanse-baseline/1", "application": "a"}"#),
      ("severity", whole.replacing("\"warning\"", with: "\"fatal\"")),
      ("identity", whole.replacing("\"3\"", with: "3")),
      ("merged", "<<<<<<< ours\n" + whole),
    ]
    var report: [String] = []
    for (name, text) in faults {
      try scratch.write(text, to: "known.json")
      let error = #expect(throws: DocumentError.self) { try FindingBaseline(contentsOf: path) }
      report.append("\(name): \(error?.message ?? "")")
      #expect(error?.isMissing == false)
    }
    expectGolden(scratch.anonymous(report.joined(separator: "\n")), "baseline-malformed")
  }

  @Test("a file that was cut off anywhere is an error, never another baseline")
  func truncated() throws {
    let path = scratch.path(of: "known.json")
    try baseline.write(to: path)
    let whole = try #require(readFile(path))
    for count in 0...(whole.count - 2) {
      try scratch.write(whole.prefix(count), to: "known.json")
      #expect(throws: DocumentError.self) { try FindingBaseline(contentsOf: path) }
    }
  }
}
