import CleanseSupport
@testable import CleanseFindingReports
import CleanseTestSupport
import Testing

@Suite("GitHub workflow commands")
struct GitHubTests {
  private func lines(_ report: FindingReport) -> [Substring] {
    GitHubReport(report, SampleReports.paths).text.split(separator: "\n")
  }

  /// A line as the runner parses it: the command, its properties and its message, unescaped by the runner's
  /// rules.
  private func command(
    _ line: Substring
  ) throws -> (name: Substring, properties: [String: String], message: String) {
    let parts = try #require(line.wholeMatch(of: /::([a-z]+) ([^:]*)::(.*)/))
    let escapes = [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")]
    func unescaped(_ text: Substring) -> String {
      escapes.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
    let properties = parts.2.split(separator: ",").map { property in
      let sides = property.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(sides[0]), unescaped(sides[1]))
    }
    return (
      parts.1, Dictionary(properties) { first, _ in first }, unescaped(parts.3)
    )
  }

  @Test("name the location of a finding and those of its notes, then the summary")
  func ordinary() throws {
    let report = SampleReports.ordinary()
    let lines = lines(report)
    #expect(lines.last == report.summary[...])
    let commands = try lines.dropLast().map(command)
    #expect(
      commands.map { "\($0.name) \($0.properties["file"] ?? "-"):\($0.properties["line"] ?? "-")" }
        == [
          "error plugins/broken.so:-", "warning plugins/libWords.so:-",
          "notice Sources/Words/WordsModule.swift:8", "error Sources/Report/ReportModule.swift:8",
          "notice Sources/Words/WordsModule.swift:9", "notice plugins/libWords.so:-",
        ])
    #expect(commands[3].message.hasPrefix("missing binding for [String: App.Words]\n  at Report/"))
    #expect(commands[4].message == "near: bound here: missing binding for [String: App.Words]")
  }

  @Test("are one line each, whatever the text")
  func hostile() throws {
    let lines = lines(SampleReports.hostile())
    #expect(lines.allSatisfy { !$0.unicodeScalars.contains { PlainText.acts($0) } })
    let first = try command(lines[0])
    #expect(first.name == "error")
    #expect(first.properties.keys.sorted() == ["file", "title"])
    #expect(first.message.hasPrefix(#"<b>&"'\u{1B}[31m\u{202E}\u{A}::error::x%0A]]>"#))
    #expect(
      try lines.dropLast().map(command).allSatisfy {
        ["error", "warning", "notice"].contains($0.name)
      })
  }

  @Test("match the golden file")
  func golden() throws {
    for (name, report) in [
      ("github", SampleReports.ordinary()), ("github-hostile", SampleReports.hostile()),
      ("github-empty", SampleReports.empty),
    ] {
      expectGolden(GitHubReport(report, SampleReports.paths).text, name, terminator: "")
    }
  }

  @Test("escape exactly what the runner unescapes")
  func escaping() {
    #expect(WorkflowCommand.escaped("a%0A\r\n:,") == "a%250A%0D%0A:,")
    #expect(WorkflowCommand.escaped(property: "a%\r\n:,=") == "a%25%0D%0A%3A%2C=")
  }
}
