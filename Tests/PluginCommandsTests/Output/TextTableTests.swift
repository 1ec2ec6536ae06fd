@testable import CleanseFindingReports
import CleanseGraphRendering
@testable import CleansePluginCommands
import Testing

@Suite("Tables")
struct TextTableTests {
  private var table: TextTable {
    var table = TextTable(columns: [
      .init("ID"), .init("SUMMARY", isFlexible: true), .init("STATUS"),
    ])
    table.rows = [
      ["a", "hides mail addresses and numbers", .init("ok", .green)],
      ["漢字", "wraps", .init("rejected", .red)],
      ["", "", ""],
    ]
    return table
  }

  @Test("columns are aligned by display width, and no line ends with spaces")
  func aligned() {
    #expect(
      table.text(for: .none) == """
        ID    SUMMARY                           STATUS
        a     hides mail addresses and numbers  ok
        漢字  wraps                             rejected


        """)
  }

  @Test("the flexible column is shortened on a terminal")
  func fitting() {
    #expect(
      table.text(for: Terminal(width: 30, hasColor: false)) == """
        ID    SUMMARY         STATUS
        a     hides mail ad…  ok
        漢字  wraps           rejected


        """)
  }

  @Test("no line is ever wider than the terminal", arguments: 1...60)
  func narrow(width: Int) {
    for line in table.text(for: Terminal(width: width, hasColor: false)).split(separator: "\n") {
      #expect(DisplayWidth.of(String(line)) <= width, "\(line)")
    }
  }

  @Test("a hostile cell forges no row and no colour")
  func hostile() {
    var table = TextTable(columns: [.init("A"), .init("B")])
    table.rows = [[.init("x\n\u{1B}[2J"), "y"]]
    let text = table.text(for: .none)
    #expect(text.split(separator: "\n").count == 2)
    #expect(!text.contains("\u{1B}"))
  }

  @Test("colours do not affect the columns")
  func colored() {
    let text = table.text(for: Terminal(width: 200, hasColor: true))
    #expect(text.contains("wraps                             \u{1B}[31mrejected\u{1B}[0m\n"))
    #expect(text.hasPrefix("\u{1B}[1mID\u{1B}[0m    \u{1B}[1mSUMMARY\u{1B}[0m"))
  }
}
