extension UInt8 {
  /// Whether the byte is one of `0` to `9`.
  @inlinable package var isASCIIDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }

  /// Whether the byte is a letter of ASCII.
  @inlinable package var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  /// Whether the byte is a letter or a digit of ASCII.
  @inlinable package var isASCIILetterOrDigit: Bool { isASCIIDigit || isASCIILetter }
}

extension StringProtocol {
  /// Whether there are digits of ASCII and nothing else.
  var isNumeric: Bool { !isEmpty && utf8.allSatisfy(\.isASCIIDigit) }
}
