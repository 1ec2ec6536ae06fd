/// The parts of an IPv6 address that is being parsed.
struct IPv6Form {
  private var groups = 0
  private var isCompressed = false
  private var hasDecimalDigit = false
  private var endsInIPv4 = false

  /// Whether the parts form an address, rather than another text with colons.
  var isAddress: Bool {
    (isCompressed ? groups < 8 : groups == 8) && (hasDecimalDigit || groups >= 3)
  }

  /// Reads groups and colons. Returns the end, or nil if the text is not an address.
  ///
  /// A single colon at the end is punctuation, as in `fe80::1: no route`.
  mutating func read(_ text: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while true {
      if text.has(.colon, at: index), text.has(.colon, at: index + 1) {
        guard !isCompressed, !text.has(.colon, at: index + 2) else { return nil }
        isCompressed = true
        index += 2
        guard text.isHexDigit(at: index) else { break }
      } else if index > start {
        guard text.has(.colon, at: index), text.isHexDigit(at: index + 1) else { break }
        index += 1
      }
      guard let end = readGroup(text, from: index) else { return nil }
      index = end
      if endsInIPv4 { break }
    }
    return text.isWord(at: index) ? nil : index
  }

  /// Reads a group, or the IPv4 address in place of two groups.
  private mutating func readGroup(_ text: Span<UInt8>, from start: Int) -> Int? {
    var end = start
    while text.isHexDigit(at: end), end - start < 4 {
      hasDecimalDigit = hasDecimalDigit || text[end].isDigit
      end += 1
    }
    guard end > start, groups < 8 else { return nil }
    if text.has(.dot, at: end), text.isWord(at: end + 1) {
      guard let tail = IPv4Address.tail(at: start, in: text), groups < 7 else { return nil }
      groups += 2
      hasDecimalDigit = true
      endsInIPv4 = true
      return tail
    }
    groups += 1
    return end
  }
}
