@testable import CleansePluginCommands
import CleanseFindingReports
import Testing

@Suite("Lines with titles")
struct TitledLinesTests {
  private static func text(hasColor: Bool, margin: Int = 0) -> String {
    TitledLines.text(
      of: [("file", ["a\u{1B}b"]), ("summary", []), ("options", ["x", "y"])], margin: margin,
      for: Terminal(width: nil, hasColor: hasColor))
  }

  @Test("the lines are aligned and escaped, and a title without lines is left out")
  func plain() {
    #expect(
      Self.text(hasColor: false) == """
        file     a\\u{1B}b
        options  x
                 y

        """)
  }

  @Test("each line has the margin")
  func margin() {
    let lines = Self.text(hasColor: false, margin: 2).split(separator: "\n")
    #expect(lines.map { $0.prefix { $0 == " " }.count } == [2, 2, 11])
  }

  @Test("only titles are dimmed, so that columns stay aligned")
  func styled() {
    #expect(Self.text(hasColor: true).contains("\u{1B}[2mfile\u{1B}[0m     a"))
  }
}
