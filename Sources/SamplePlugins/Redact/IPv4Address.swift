/// Finds IPv4 addresses: four decimal numbers up to 255 without leading zeros (RFC 3986, section 3.2.2).
///
/// Five numbers are not an address, unless the fifth is a card number, which is redacted separately.
/// A version number with four parts can't be distinguished from an address.
enum IPv4Address {
  /// Returns the end of the address at an index, where a word begins with a digit.
  static func match(at start: Int, in text: Span<UInt8>) -> Int? {
    if text.has(.dot, at: start - 1), text.isWord(at: start - 2) { return nil }
    return tail(at: start, in: text)
  }

  /// Returns the end of the address at an index, whatever precedes it.
  static func tail(at start: Int, in text: Span<UInt8>) -> Int? {
    var index = start
    for number in 0..<4 {
      if number > 0 {
        guard text.has(.dot, at: index) else { return nil }
        index += 1
      }
      guard let end = octetEnd(at: index, in: text) else { return nil }
      index = end
    }
    let goesOn =
      text.has(.dot, at: index) && text.isWord(at: index + 1)
      && CardNumber.match(at: index + 1, in: text) == nil
    return goesOn || text.isWord(at: index) ? nil : index
  }

  private static func octetEnd(at start: Int, in text: Span<UInt8>) -> Int? {
    var end = start
    var value = 0
    while end < text.count, text[end].isDigit, end - start < 3 {
      value = value * 10 + Int(text[end] &- .zero)
      end += 1
    }
    guard end > start, value <= 255 else { return nil }
    return text[start] == .zero && end - start > 1 ? nil : end
  }
}
