/// Validates one-line texts. Each rule throws an error without a field.
package enum LineRules {
  /// The maximum length of a line, in bytes.
  package static let longest = 255

  /// Validates a line: not empty, printable, and at most ``longest`` bytes.
  package static func checkLine(_ text: String) throws(FieldError) {
    try checkLine(text, longest: longest)
  }

  /// Validates a path, which on Linux has at most 4,095 bytes.
  package static func checkPath(_ text: String) throws(FieldError) {
    try checkLine(text, longest: 4095)
  }

  private static func checkLine(_ text: String, longest: Int) throws(FieldError) {
    guard text.utf8.count <= longest else {
      throw FieldError(message: "is longer than \(longest) bytes")
    }
    // A fast path for ASCII, whose printable characters other than the space are not white space.
    guard
      text.unicodeScalars.contains(where: {
        $0.isASCII && $0.value > 0x20 || !$0.properties.isWhitespace
      })
    else {
      throw FieldError(message: "is empty")
    }
    guard let scalar = text.unicodeScalars.first(where: \.isUnprintable) else { return }
    if scalar == "\n" || scalar == "\r" {
      throw FieldError(message: "has more than one line")
    }
    throw FieldError(message: "has the unprintable character U+\(scalar.hexadecimal)")
  }
}

extension Unicode.Scalar {
  /// The code point in at least four hexadecimal digits, as in the Unicode Standard.
  fileprivate var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
