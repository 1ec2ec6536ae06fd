import CleanseSupport

/// Writes text into Markdown (CommonMark 0.31) so that it is displayed unchanged.
enum Markdown {
  /// Returns the text as a code span (6.1), in which nothing else is markup: no link, no mention, no HTML, no
  /// end of a list.
  ///
  /// The delimiters have more backticks than any run of backticks in the text. Line breaks and control
  /// characters are escaped as for a terminal.
  static func code(_ text: String) -> String {
    let text = PlainText.escaped(text)
    guard !text.isEmpty else { return "(empty)" }
    let longest = text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    // Parsers remove a space at each end unless the text consists of spaces only.
    let isPadded =
      text.hasPrefix("`") || text.hasSuffix("`")
      || text.hasPrefix(" ") && text.hasSuffix(" ") && text.contains { $0 != " " }
    return isPadded ? "\(fence) \(text) \(fence)" : fence + text + fence
  }
}
