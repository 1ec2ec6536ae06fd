/// The text form of a UUID: groups of 8, 4, 4, 4 and 12 hexadecimal digits (RFC 9562, section 4).
///
/// About one UUID in ten thousand has enough decimal digits at its end to pass for a card number.
enum UUIDForm {
  private static let length = 36
  private static let groups = [0, 9, 14, 19, 24]
  private static let hyphens = [8, 13, 18, 23]

  /// Whether the digits are whole groups of a UUID that is a separate word.
  static func isAround(_ digits: Range<Int>, in text: Span<UInt8>) -> Bool {
    groups.contains { offset in
      let start = digits.lowerBound - offset
      return digits.upperBound <= start + length && isUUID(at: start, in: text)
    }
  }

  private static func isUUID(at start: Int, in text: Span<UInt8>) -> Bool {
    let end = start + length
    guard start >= 0, end <= text.count, !text.isWord(at: start - 1), !text.isWord(at: end),
      // If more digits follow, the last group may be the first of a card number.
      !text.isGroup(after: end)
    else { return false }
    return (0..<length).allSatisfy { offset in
      hyphens.contains(offset)
        ? text[start + offset] == .hyphen : text[start + offset].isHexDigit
    }
  }
}
