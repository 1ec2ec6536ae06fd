/// What a byte is as a character of ASCII. Bytes of other characters are none of these, so that an
/// address right beside a Chinese word is found.
extension UInt8 {
  static let at = UInt8(ascii: "@")
  static let colon = UInt8(ascii: ":")
  static let dot = UInt8(ascii: ".")
  static let hyphen = UInt8(ascii: "-")
  static let space = UInt8(ascii: " ")
  static let zero = UInt8(ascii: "0")

  var isDigit: Bool { self &- 0x30 < 10 }
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  var isAlphanumeric: Bool { isDigit || isLetter }
  var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
  /// Whether it can be a part of an identifier.
  var isWord: Bool { isAlphanumeric || self == 0x5F }
  /// The small letter of a letter.
  var lowercased: UInt8 { isLetter ? self | 0x20 : self }
}
