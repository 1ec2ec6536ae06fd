/// What a text of one line has to look like. Each rule throws an error without a field.
package enum LineRules {
  /// The longest line of text, in bytes.
  package static let longest = 255

  /// One line that can be printed as it is.
  package static func checkLine(_ text: String) throws(FieldError) {
    try checkLine(text, longest: longest)
  }

  /// A path, of which Linux knows none of more than 4,095 bytes.
  package static func checkPath(_ text: String) throws(FieldError) {
    try checkLine(text, longest: 4095)
  }

  private static func checkLine(_ text: String, longest: Int) throws(FieldError) {
    guard text.utf8.count <= longest else {
      throw FieldError(message: "is longer than \(longest) bytes")
    }
    // Of ASCII, whatever can be printed is more than white space.
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
  /// The code point with at least four digits, as Unicode's own documents write it.
  fileprivate var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
