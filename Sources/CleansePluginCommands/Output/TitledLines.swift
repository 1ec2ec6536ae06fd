import CleanseFindingReports
import CleanseSupport

/// Lines with titles, in two columns. Further lines of a title are below its first one.
enum TitledLines {
  /// - Parameters:
  ///   - parts: The titles and their lines, which are escaped. A title without lines is left out.
  ///   - margin: The number of spaces before each line.
  static func text(
    of parts: [(title: String, lines: [String])], margin: Int = 0, for terminal: Terminal
  ) -> String {
    let width = (parts.map(\.title.count).max() ?? 0) + 2
    func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
    return parts.filter { !$0.lines.isEmpty }.map { title, lines in
      spaces(margin) + terminal.styled(title, .dim) + spaces(width - title.count)
        + lines.map { PlainText.escaped($0) }.joined(separator: "\n" + spaces(margin + width))
        + "\n"
    }.joined()
  }
}
