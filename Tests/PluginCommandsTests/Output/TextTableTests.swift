@testable import CleanseFindingReports
import CleanseGraphRendering
@testable import CleansePluginCommands
import Testing

@Suite("Tables")
struct TextTableTests {
  private var table: TextTable {
    var table = TextTable(columns: [
      .init("ID"), .init("SUMMARY", .prose), .init("STATUS"),
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

  @Test("words are shortened at their end on a terminal")
  func fitting() {
    #expect(
      table.text(for: Terminal(width: 38, hasColor: false)) == """
        ID    SUMMARY                 STATUS
        a     hides mail addresses …  ok
        漢字  wraps                   rejected


        """)
  }

  // All names of one organisation were the same, as only their beginnings were shown.
  @Test("names are shortened in their middle")
  func names() {
    var table = TextTable(columns: [.init("PLUGIN", .name), .init("VERSION")])
    table.rows = [["org.example.long.words", "1.0.0"], ["org.example.long.wraps", "1.1.0"]]
    #expect(
      table.text(for: Terminal(width: 21, hasColor: false)) == """
        PLUGIN        VERSION
        org.…g.words  1.0.0
        org.…g.wraps  1.1.0

        """)
  }

  // The last columns were outside of a narrow terminal: that of `host list` with the status.
  @Test("optional columns are left out before others, the last one first")
  func optional() {
    var table = TextTable(columns: [
      .init("ID"), .init("SUMMARY", .prose, isOptional: true), .init("KIND", isOptional: true),
      .init("STATUS"),
    ])
    table.rows = [["a", "hides mail addresses and numbers", "c", "ok"]]
    func titles(_ width: Int) -> Substring? {
      table.text(for: Terminal(width: width, hasColor: false)).split(separator: "\n").first
    }
    #expect(titles(38) == "ID  SUMMARY               KIND  STATUS")
    #expect(titles(35) == "ID  SUMMARY                  STATUS")
    #expect(titles(20) == "ID  STATUS")
  }

  // The last columns were outside of a narrow terminal, and nothing said so.
  @Test("rows that don't fit become lines, in which nothing is left out")
  func stacked() {
    #expect(
      table.text(for: Terminal(width: 20, hasColor: false)) == """
        ID       a
        SUMMARY  hides mail addresses and numbers
        STATUS   ok

        ID       漢字
        SUMMARY  wraps
        STATUS   rejected

        """)
  }

  @Test("a row without its first cell continues the one before, also in lines")
  func continued() {
    var table = TextTable(columns: [.init("ISLAND"), .init("PLUGIN")])
    table.rows = [["1", "a"], ["", "b"], ["2", "c"]]
    #expect(
      table.text(for: Terminal(width: 10, hasColor: false)) == """
        ISLAND  1
        PLUGIN  a
        PLUGIN  b

        ISLAND  2
        PLUGIN  c

        """)
  }

  @Test("no line of a table is wider than the terminal", arguments: 36...60)
  func narrow(width: Int) {
    let text = table.text(for: Terminal(width: width, hasColor: false))
    #expect(text.hasPrefix("ID    SUMMARY  "))
    for line in text.split(separator: "\n") {
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
