import FoundationEssentials

/// A page of the documentation with a table of figures between two marks.
///
/// The table is only written by this program, so that it always has the machine and the commit that it was measured with.
struct BenchmarkPage {
  private static let start = "<!-- figures: written by scripts/bench --markdown -->\n"
  private static let end = "<!-- end of the figures -->"

  private let path: String
  /// What is before and after the table.
  private let (head, tail): (Substring, Substring)

  /// Reads a page.
  ///
  /// - Throws: A `Process.Failure` if the page lacks one of the marks.
  init(_ path: String) throws {
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    guard let start = text.firstRange(of: Self.start),
      let end = text[start.upperBound...].firstRange(of: Self.end)
    else {
      throw Process.Failure(
        description: "\(path) has no lines `\(Self.start.dropLast())` and `\(Self.end)`")
    }
    self.path = path
    (head, tail) = (text[..<start.upperBound], text[end.lowerBound...])
  }

  /// Replaces the table.
  func write(_ figures: [Figure]) throws {
    let lines =
      ["", try Machine.description(), "", Report.markdownHeader] + figures.map(Report.markdown)
    let page = "\(head)\(lines.joined(separator: "\n"))\n\n\(tail)"
    try Data(page.utf8).write(to: URL(filePath: path))
  }
}
