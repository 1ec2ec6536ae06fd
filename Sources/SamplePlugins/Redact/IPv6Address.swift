/// IPv6 addresses in the three forms of RFC 4291, section 2.2: eight groups, `::` in place of some,
/// and an IPv4 address in place of the last two.
///
/// Source code is full of colons, so an address needs a decimal digit or three groups: `::` and
/// `a::b` stay, `::1` and `fe80::a:b` do not. A zone or a prefix length behind it stays too.
enum IPv6Address {
  /// The range of the address whose first colon is at an index.
  ///
  /// - Parameter start: What lies before it is not to be touched.
  static func match(around colon: Int, in text: Span<UInt8>, from start: Int) -> Range<Int>? {
    var begin = colon
    while begin > start, colon - begin < 4, text[begin - 1].isHexDigit { begin -= 1 }
    guard canBegin(at: begin, in: text, from: start) else { return nil }
    var form = IPv6Form()
    guard let end = form.read(text, from: begin), form.isAddress else { return nil }
    return begin..<end
  }

  /// Whether what lies before does not belong to the address.
  ///
  /// A colon before it is fine behind a label that is no group, as in `source:fe80::1`.
  private static func canBegin(at begin: Int, in text: Span<UInt8>, from start: Int) -> Bool {
    if text.isWord(at: begin - 1) { return false }
    guard text.has(.colon, at: begin - 1) else {
      return !(text.has(.dot, at: begin - 1) && text.isWord(at: begin - 2))
    }
    guard !text.has(.colon, at: begin) else { return false }
    var label = begin - 1
    var isGroup = true
    while label > max(start, begin - 64), text[label - 1].isWord {
      label -= 1
      isGroup = isGroup && text[label].isHexDigit
    }
    let length = begin - 1 - label
    return length > 0 && (!isGroup || length > 4)
  }
}
