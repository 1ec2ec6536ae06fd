import CleanseFindingReports
import CleanseSupport
import CleanseGraphRendering

/// A text table with aligned columns that fits the width of a terminal.
struct TextTable {
  /// A column: its title, and whether its cells may be truncated.
  struct Column {
    let title: String
    let isFlexible: Bool

    init(_ title: String, isFlexible: Bool = false) {
      self.title = title
      self.isFlexible = isFlexible
    }
  }

  /// A cell. Its text is escaped, so that no plugin can act on the terminal.
  struct Cell: ExpressibleByStringInterpolation {
    let text: String
    let style: Style?

    init(_ text: String, _ style: Style? = nil) {
      self.text = PlainText.escaped(text)
      self.style = style
    }

    init(stringLiteral value: String) {
      self.init(value)
    }
  }

  let columns: [Column]
  var rows: [[Cell]] = []

  /// The number of spaces between two columns.
  private static let gap = 2
  /// The minimum width to which a column is shortened.
  private static let narrowest = 8

  /// Returns the titles and the rows as lines that end with a newline.
  func text(for terminal: Terminal) -> String {
    let titles = columns.map { Cell($0.title, .bold) }
    let widths = widths(in: terminal)
    return ([titles] + rows).map { line($0, widths, terminal) + "\n" }.joined()
  }

  private func line(_ cells: [Cell], _ widths: [Int], _ terminal: Terminal) -> String {
    var room = terminal.width ?? Int.max
    var line = ""
    // The pending spaces before the next cell, so that no line ends with spaces.
    var spaces = 0
    for (cell, width) in zip(cells, widths) {
      guard room > spaces else { break }
      let text = DisplayWidth.truncated(cell.text, to: min(width, room - spaces))
      let used = DisplayWidth.of(text)
      if used > 0 {
        line += String(repeating: " ", count: spaces) + terminal.styled(text, cell.style)
        room -= spaces + used
        spaces = 0
      }
      spaces += width - used + Self.gap
    }
    return line
  }

  /// The width of each column: that of its widest cell. If the table does not fit, the widest flexible
  /// columns are shortened first.
  private func widths(in terminal: Terminal) -> [Int] {
    var widths = columns.indices.map { index in
      ([columns[index].title] + rows.map { $0[index].text }).map { DisplayWidth.of($0) }.max() ?? 0
    }
    guard let limit = terminal.width else { return widths }
    let flexible = columns.indices.filter { columns[$0].isFlexible }
    var excess = widths.reduce(0, +) + Self.gap * max(0, columns.count - 1) - limit
    while excess > 0, let widest = flexible.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.narrowest
    {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
