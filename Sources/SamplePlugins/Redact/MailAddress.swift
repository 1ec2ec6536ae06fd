/// Mail addresses, in the subset of RFC 5321 that people use.
///
/// The local part is a `Dot-string` (section 4.1.2) of letters, digits and `_ % + - ~`; quotes and
/// the other characters of `atext` are left out, because in running text they are delimiters. The
/// domain has two labels or more (section 2.3.5), of which the last is made of letters or begins
/// with `xn--`. The limits are those of section 4.5.3.1: 64 bytes, 255 bytes, and 63 a label.
enum MailAddress {
  /// The range of the address whose `@` is at an index.
  ///
  /// - Parameter start: What lies before it is not to be touched.
  static func match(around at: Int, in text: Span<UInt8>, from start: Int) -> Range<Int>? {
    guard let begin = localPartStart(before: at, in: text, from: start),
      let end = domainEnd(after: at, in: text)
    else { return nil }
    return begin..<end
  }

  private static func localPartStart(
    before at: Int, in text: Span<UInt8>, from start: Int
  ) -> Int? {
    var begin = at
    while begin > start, isLocal(text[begin - 1]) {
      if text[begin - 1] == .dot, begin == at || text[begin] == .dot { break }
      begin -= 1
      guard at - begin <= 64 else { return nil }
    }
    while begin < at, text[begin] == .dot { begin += 1 }
    return begin < at && text[at - 1] != .dot ? begin : nil
  }

  private static func domainEnd(after at: Int, in text: Span<UInt8>) -> Int? {
    var end: Int?
    var labels = 0
    var start = at + 1
    while let label = label(at: start, in: text), label.upperBound - at <= 256 {
      labels += 1
      if labels > 1, isTopLevel(label, in: text) { end = label.upperBound }
      guard text.has(.dot, at: label.upperBound) else { break }
      start = label.upperBound + 1
    }
    return end
  }

  /// The label at an index, without hyphens at its end.
  private static func label(at start: Int, in text: Span<UInt8>) -> Range<Int>? {
    var end = start
    while end < text.count, end - start <= 64, text[end].isAlphanumeric || text[end] == .hyphen {
      end += 1
    }
    while end > start, text[end - 1] == .hyphen { end -= 1 }
    guard end > start, end - start <= 63, text[start] != .hyphen else { return nil }
    return start..<end
  }

  private static func isTopLevel(_ label: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard label.count >= 2 else { return false }
    if label.count > 4, text[label.lowerBound].lowercased == UInt8(ascii: "x"),
      text[label.lowerBound + 1].lowercased == UInt8(ascii: "n"),
      text[label.lowerBound + 2] == .hyphen, text[label.lowerBound + 3] == .hyphen
    {
      return true
    }
    return label.allSatisfy { text[$0].isLetter }
  }

  private static func isLocal(_ byte: UInt8) -> Bool {
    switch byte {
    case .dot, .hyphen, UInt8(ascii: "_"), UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "~"):
      true
    default: byte.isAlphanumeric
    }
  }
}
