import CleanseSupport

/// Shows a place in a text on a terminal.
enum TextExcerpt {
  /// How many columns are shown of a line.
  static let width = 76

  /// The line that has the place, and a line with a caret under it.
  ///
  /// What can't be seen is written as its code point, what is not UTF-8 as a replacement character.
  /// Of a long line the part around the place is shown.
  static func of(_ text: [UInt8], at place: Int) -> String {
    let place = min(max(place, 0), text.count)
    let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let before = text[..<place]
    let start = before.lastIndex(where: isBreak).map { $0 + 1 } ?? 0
    let end = text[place...].firstIndex(where: isBreak) ?? text.count

    var columns = self.columns(of: text[start..<place])
    let caret = columns.count
    columns += self.columns(of: text[place..<end])

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

  /// What to print of the bytes, one scalar for each column.
  static func columns(of bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
    var columns: [Unicode.Scalar] = []
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if (9...12).contains(scalar.value) {
        // A tab is as wide as the terminal likes; the caret must not depend on that.
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
  /// Whether the scalar stands for itself, instead of changing the one before it.
  fileprivate var hasColumn: Bool {
    guard !isASCII else { return true }
    return switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: false
    default: true
    }
  }
}
