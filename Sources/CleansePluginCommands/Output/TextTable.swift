import CleanseFindingReports
import CleanseSupport
import CleanseGraphRendering

/// A text table with aligned columns that fits the width of a terminal. In a pipe, all of it is whole.
///
/// Where it does not fit, cells are shortened down to a width at which they still mean something, then optional columns are left
/// out. Where that is not enough, each row is written as lines, with the titles next to the cells, and nothing is left out.
struct TextTable {
  /// A column.
  struct Column {
    /// What its cells have, which decides how they may be shortened.
    enum Kind {
      /// What is useless in part, such as a version, a number or a location.
      case whole
      /// Names that often begin in the same way, such as keys and identifiers: they are shortened in their middle.
      case name
      /// Words, which are shortened at their end.
      case prose
    }

    let title: String
    let kind: Kind
    /// Whether it may be left out; of several, the last one first.
    let isOptional: Bool

    init(_ title: String, _ kind: Kind = .whole, isOptional: Bool = false) {
      self.title = title
      self.kind = kind
      self.isOptional = isOptional
    }

    /// The minimum width to which it is shortened, in columns of the terminal: its title is whole.
    fileprivate var narrowest: Int { max(DisplayWidth.of(title), kind == .prose ? 20 : 12) }

    fileprivate func shortened(_ text: String, to width: Int) -> String {
      kind == .name
        ? DisplayWidth.shortenedInMiddle(text, to: width) : DisplayWidth.truncated(text, to: width)
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

  private(set) var columns: [Column]
  var rows: [[Cell]] = []

  init(columns: [Column]) {
    self.columns = columns
  }

  /// The number of spaces between two columns.
  private static let gap = 2

  /// Returns the titles and the rows as lines that end with a newline.
  func text(for terminal: Terminal) -> String {
    var table = self
    while true {
      if let widths = table.widths(in: terminal) { return table.lines(widths, terminal) }
      guard let left = table.columns.lastIndex(where: \.isOptional) else {
        return stacked(for: terminal)
      }
      table.columns.remove(at: left)
      for row in table.rows.indices { table.rows[row].remove(at: left) }
    }
  }

  private func lines(_ widths: [Int], _ terminal: Terminal) -> String {
    let titles = columns.map { Cell($0.title, .bold) }
    return ([titles] + rows).map { line($0, widths, terminal) + "\n" }.joined()
  }

  private func line(_ cells: [Cell], _ widths: [Int], _ terminal: Terminal) -> String {
    var line = ""
    // The pending spaces before the next cell, so that no line ends with spaces.
    var spaces = 0
    for (index, cell) in cells.enumerated() {
      let text = columns[index].shortened(cell.text, to: widths[index])
      if !text.isEmpty {
        line += String(repeating: " ", count: spaces) + terminal.styled(text, cell.style)
        spaces = 0
      }
      spaces += widths[index] - DisplayWidth.of(text) + Self.gap
    }
    return line
  }

  /// Each cell on a line of its own, after the title of its column; an empty line is between two rows.
  private func stacked(for terminal: Terminal) -> String {
    let width = columns.map { DisplayWidth.of($0.title) }.max() ?? 0
    return rows.enumerated().map { index, cells in
      // A row without its first cell continues the one before.
      let isNext = index > 0 && cells.first.map { !$0.text.isEmpty } ?? false
      return (isNext ? "\n" : "")
        + zip(columns, cells).filter { !$0.1.text.isEmpty }.map { column, cell in
          let spaces = width - DisplayWidth.of(column.title) + Self.gap
          return terminal.styled(column.title, .bold) + String(repeating: " ", count: spaces)
            + terminal.styled(cell.text, cell.style) + "\n"
        }.joined()
    }.joined()
  }

  /// The width of each column: that of its widest cell. If the table does not fit, the widest columns whose cells may be
  /// shortened are shortened first. Nil if it does not fit then.
  private func widths(in terminal: Terminal) -> [Int]? {
    var widths = columns.indices.map { index in
      ([columns[index].title] + rows.map { $0[index].text }).map { DisplayWidth.of($0) }.max() ?? 0
    }
    guard let limit = terminal.width else { return widths }
    var excess = widths.reduce(0, +) + Self.gap * max(0, columns.count - 1) - limit
    while excess > 0 {
      let flexible = columns.indices.filter {
        columns[$0].kind != .whole && widths[$0] > columns[$0].narrowest
      }
      guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { return nil }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
