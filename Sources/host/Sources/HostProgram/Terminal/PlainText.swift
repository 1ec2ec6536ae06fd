/// Makes text from a plugin safe to show.
///
/// A summary or a path may hold anything: an escape sequence that recolours or retitles the
/// terminal, a newline that forges a row, a bidirectional override that turns a line around.
enum PlainText {
  /// The text with everything that acts instead of showing written as `\u{…}`.
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: acts) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if acts(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The same for text of several lines, whose newlines stay.
  static func escapedLines(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { escaped(String($0)) }
      .joined(separator: "\n")
  }

  /// Whether a terminal does something other than show the character: controls (C0, DEL, C1),
  /// line and paragraph separators, and the bidirectional controls of UAX #9, 2.
  static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029: true
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
