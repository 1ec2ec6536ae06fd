import CleanseSupport

/// Texts of plugins as a drawing shows them, before they are escaped for its format.
enum DrawingText {
  /// The text as a line of a box. A long one is shortened in its middle, as names usually differ at their ends.
  static func line(_ text: String) -> String {
    visible(DisplayWidth.shortenedInMiddle(whole(text), to: 44))
  }

  /// The text as a title of the whole picture.
  static func title(_ text: String) -> String {
    visible(DisplayWidth.truncated(whole(text), to: 100))
  }

  private static func visible(_ text: String) -> String {
    text.allSatisfy(\.isWhitespace) ? "(no name)" : text
  }

  /// The text with control characters, and characters that XML does not allow (XML 1.0, 2.2), written out.
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
