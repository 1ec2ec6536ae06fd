extension UInt8 {
  /// Whether the byte is an ASCII digit.
  @inlinable package var isASCIIDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }

  /// Whether the byte is an ASCII letter.
  @inlinable package var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  /// Whether the byte is a lower-case ASCII letter.
  @inlinable package var isASCIILowercase: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }

  /// Whether the byte is an ASCII letter or digit.
  @inlinable package var isASCIILetterOrDigit: Bool { isASCIIDigit || isASCIILetter }
}

extension StringProtocol {
  /// Whether the text is not empty and consists of ASCII digits.
  var isNumeric: Bool { !isEmpty && utf8.allSatisfy(\.isASCIIDigit) }
}
