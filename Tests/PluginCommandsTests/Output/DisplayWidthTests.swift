import CleanseGraphRendering
import Testing

@Suite("The width of text on a terminal")
struct DisplayWidthTests {
  @Test(
    "a width is counted in columns",
    arguments: [
      ("plain", 5), ("", 0), ("漢字", 4), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("❤️", 2), ("🇩🇪", 2),
    ])
  func width(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(
    "a truncated text fits and shows that it was truncated",
    arguments: [
      ("plain", 5, "plain"), ("plain", 4, "pla…"), ("plain", 1, "…"), ("plain", 0, ""),
      ("漢字漢字", 6, "漢字…"), ("漢字漢字", 5, "漢字…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
  func truncation(text: String, columns: Int, expected: String) {
    #expect(DisplayWidth.truncated(text, to: columns) == expected)
  }
}
