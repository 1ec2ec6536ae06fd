extension UInt8 {
  /// Whether the byte is one of `0` to `9`.
  var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether the byte is a letter or a digit of ASCII.
  var isASCIILetterOrDigit: Bool {
    isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}

extension StringProtocol {
  /// Whether there are digits of ASCII and nothing else.
  var isNumeric: Bool { !isEmpty && utf8.allSatisfy(\.isASCIIDigit) }
}
