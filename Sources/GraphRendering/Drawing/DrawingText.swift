import CleanseSupport

/// Texts of plugins as a picture shows them, before the rules of its format.
enum DrawingText {
  /// The text as a line of a box, shortened where it is long.
  static func line(_ text: String) -> String { shortened(text, to: 44) }

  /// The text as a title of the whole picture.
  static func title(_ text: String) -> String { shortened(text, to: 100) }

  private static func shortened(_ text: String, to columns: Int) -> String {
    let shown = DisplayWidth.truncated(whole(text), to: columns)
    return shown.allSatisfy(\.isWhitespace) ? "(no name)" : shown
  }

  /// The text with nothing in it that acts instead of showing, nor what XML has no place for (XML 1.0,
  /// 2.2).
  static func whole(_ text: String) -> String {
    let escaped = PlainText.escaped(text)
    guard escaped.unicodeScalars.contains(where: isNoCharacter) else { return escaped }
    return escaped.unicodeScalars.map { scalar in
      isNoCharacter(scalar) ? scalar.escape : String(scalar)
    }.joined()
  }

  private static func isNoCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFFFE || scalar.value == 0xFFFF
  }
}
