import CleanseSupport

/// The excerpt of a text that shows a position, for a terminal.
enum TextExcerpt {
  /// The maximum number of columns of a line.
  static let width = 76

  /// Returns the line that contains the offset, and a line with a caret below it.
  ///
  /// Invisible characters are printed as their code points, invalid UTF-8 as a replacement character. A long
  /// line is cut to the part around the offset.
  static func of(_ text: [UInt8], at offset: Int) -> String {
    let offset = min(max(offset, 0), text.count)
    let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let before = text[..<offset]
    let start = before.lastIndex(where: isBreak).map { $0 + 1 } ?? 0
    let end = text[offset...].firstIndex(where: isBreak) ?? text.count

    var columns = self.columns(of: text[start..<offset])
    let caret = columns.count
    columns += self.columns(of: text[offset..<end])

    let first = columns.count <= width ? 0 : min(max(0, caret - width / 2), columns.count - width)
    let last = min(columns.count, first + width)
    var line = String.UnicodeScalarView(columns[first..<last])
    if last == columns.count {
      while line.last == " " { line.removeLast() }
    }
    if first > 0 { line.insert("…", at: line.startIndex) }
    if last < columns.count { line.append("…") }
    let indent = caret - first + (first > 0 ? 1 : 0)
    return String(line) + "\n" + String(repeating: " ", count: indent) + "^"
  }

  /// Returns the printable form of the bytes, one scalar for each column.
  static func columns(of bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
    var columns: [Unicode.Scalar] = []
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if (9...12).contains(scalar.value) {
        // The width of a tab depends on the terminal; the caret must not.
        columns.append(" ")
      } else if scalar.isUnprintable || !scalar.hasColumn {
        columns += Array(scalar.escape.unicodeScalars)
      } else {
        columns.append(scalar)
      }
    }
    return columns
  }
}

extension Unicode.Scalar {
  /// Whether the scalar takes a column, rather than modifying the one before it.
  fileprivate var hasColumn: Bool {
    guard !isASCII else { return true }
    return switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: false
    default: true
    }
  }
}
