/// Classes of ASCII characters. Bytes of other characters belong to none of them, so that an address
/// next to a Chinese word is found.
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
  /// The lower-case form of a letter; any other byte unchanged.
  var lowercased: UInt8 { isLetter ? self | 0x20 : self }
}
