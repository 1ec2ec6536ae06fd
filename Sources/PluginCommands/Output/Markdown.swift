import CleanseSupport

/// Writes text into Markdown (CommonMark 0.31) so that it shows as it is.
enum Markdown {
  /// The text as a code span (6.1), in which nothing else is markup: no link, no mention, no HTML, no end
  /// of a list.
  ///
  /// It stands between more backticks than follow each other anywhere in it. Lines and what acts are
  /// spelled out, as in a terminal.
  static func code(_ text: String) -> String {
    let text = PlainText.escaped(text)
    guard !text.isEmpty else { return "(empty)" }
    let longest = text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    // A space at each end is taken away again, where there is something else between them.
    let isPadded =
      text.hasPrefix("`") || text.hasSuffix("`")
      || text.hasPrefix(" ") && text.hasSuffix(" ") && text.contains { $0 != " " }
    return isPadded ? "\(fence) \(text) \(fence)" : fence + text + fence
  }
}
