/// Finds IPv6 addresses in the three forms of RFC 4291, section 2.2: eight groups, `::` in place of some,
/// and an IPv4 address in place of the last two.
///
/// Source code is full of colons, so an address needs a decimal digit or three groups: `::` and
/// `a::b` stay, `::1` and `fe80::a:b` do not. A zone or a prefix length after it stays too.
enum IPv6Address {
  /// The longest text form: eight groups of four digits, the last two in decimal.
  private static let longest = 45

  /// Returns the range of the address whose first colon is at an index.
  static func match(around colon: Int, in text: Span<UInt8>) -> Range<Int>? {
    guard text.isHexDigit(at: colon + 1) || text.has(.colon, at: colon + 1) else { return nil }
    var begin = colon
    while begin > 0, colon - begin < 4, text[begin - 1].isHexDigit { begin -= 1 }
    guard canBegin(at: begin, in: text) else { return nil }
    var form = IPv6Form()
    let own = text.extracting(first: limit(of: begin, colon, in: text))
    guard let end = form.read(own, from: begin), form.isAddress else { return nil }
    return begin..<end
  }

  /// Returns the start of the next text that is redacted separately, which limits the address: a card
  /// number, unless its first digits are the end of an IPv4 address, or a mail address.
  private static func limit(of begin: Int, _ colon: Int, in text: Span<UInt8>) -> Int {
    var end = colon
    while end < text.count, end - begin <= longest, canContain(text[end]) { end += 1 }
    let limit = MailAddress.match(ahead: end, in: text)?.lowerBound ?? text.count
    var index = colon
    while index < min(end, limit) {
      if text.isDigit(at: index), !text.isWord(at: index - 1) {
        if let ipv4End = IPv4Address.match(at: index, in: text) {
          index = ipv4End
          continue
        }
        if CardNumber.match(at: index, in: text) != nil { return index }
      }
      index += 1
    }
    return limit
  }

  private static func canContain(_ byte: UInt8) -> Bool {
    byte.isHexDigit || byte == .colon || byte == .dot
  }

  /// Whether the text before an index is separate from the address.
  ///
  /// A colon may precede it after a label that is not a group, as in `source:fe80::1`.
  private static func canBegin(at begin: Int, in text: Span<UInt8>) -> Bool {
    if text.isWord(at: begin - 1) { return false }
    guard text.has(.colon, at: begin - 1) else {
      return !(text.has(.dot, at: begin - 1) && text.isWord(at: begin - 2))
    }
    guard !text.has(.colon, at: begin) else { return false }
    var label = begin - 1
    var isGroup = true
    while label > max(0, begin - 64), text[label - 1].isWord {
      label -= 1
      isGroup = isGroup && text[label].isHexDigit
    }
    let length = begin - 1 - label
    return length > 0 && (!isGroup || length > 4)
  }
}
