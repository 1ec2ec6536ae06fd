extension JSONReader {
  /// Reads a string. (RFC 8259 §7.)
  mutating func readString() throws(FieldError) -> String {
    position += 1
    // Most strings have no escapes.
    var plain = position
    while plain < bytes.count, bytes[plain] >= 0x20, bytes[plain] != UInt8(ascii: "\""),
      bytes[plain] != UInt8(ascii: "\\")
    {
      plain += 1
    }
    if plain < bytes.count, bytes[plain] == UInt8(ascii: "\"") {
      defer { position = plain + 1 }
      return String(decoding: bytes[position..<plain], as: UTF8.self)
    }
    var text = Array(bytes[position..<plain])
    position = plain
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text.append(contentsOf: String(try readEscape()).utf8)
      case 0..<0x20:
        throw failure(
          byte == UInt8(ascii: "\n")
            ? "has a string that doesn't end on its line"
            : "has a control character in a string; write it as an escape")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw failure("ends in the middle of a string")
  }

  private mutating func readEscape() throws(FieldError) -> Unicode.Scalar {
    position += 1
    guard let byte = current else { throw failure("ends in the middle of a string") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicodeEscape()
    default: throw failure("has an unknown escape in a string")
    }
  }

  /// Reads the digits of `\u`, and a second escape if the first is a high surrogate.
  private mutating func readUnicodeEscape() throws(FieldError) -> Unicode.Scalar {
    let high = try readCodeUnit()
    if let scalar = Unicode.Scalar(high) { return scalar }
    if high < 0xDC00, take("\\"), take("u") {
      let low = try readCodeUnit()
      if (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
    }
    throw failure("has an unpaired surrogate in a string")
  }

  private mutating func readCodeUnit() throws(FieldError) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(\.isASCIILetterOrDigit),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("has a `\\u` in a string without four hexadecimal digits") }
    position += 4
    return value
  }
}
