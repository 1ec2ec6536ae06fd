/// Finds mail addresses, in the subset of RFC 5321 that is in common use.
///
/// The local part is a `Dot-string` (section 4.1.2) of letters, digits and `_ % + - ~`; quotes and
/// the other characters of `atext` are excluded, because they are delimiters in running text. The
/// domain has at least two labels (section 2.3.5), of which the last consists of letters or begins
/// with `xn--`. The limits are those of section 4.5.3.1: 64 bytes, 255 bytes, and 63 per label.
enum MailAddress {
  private static let longestLocalPart = 64
  private static let longestDomain = 255
  private static let longestLabel = 63

  /// Returns the range of the address whose `@` is at an index.
  static func match(around at: Int, in text: Span<UInt8>) -> Range<Int>? {
    guard let begin = localPartStart(before: at, in: text), let end = domainEnd(after: at, in: text)
    else { return nil }
    return begin..<end
  }

  /// Returns the range of the address whose local part contains an index or ends there.
  static func match(ahead index: Int, in text: Span<UInt8>) -> Range<Int>? {
    var at = index
    while at < text.count, at - index < longestLocalPart, isLocal(text[at]) { at += 1 }
    return text.has(.at, at: at) ? match(around: at, in: text) : nil
  }

  private static func localPartStart(before at: Int, in text: Span<UInt8>) -> Int? {
    var begin = at
    while begin > 0, isLocal(text[begin - 1]) {
      if text[begin - 1] == .dot, begin == at || text[begin] == .dot { break }
      begin -= 1
      guard at - begin <= longestLocalPart else { return nil }
    }
    while begin < at, text[begin] == .dot { begin += 1 }
    return begin < at && text[at - 1] != .dot ? begin : nil
  }

  private static func domainEnd(after at: Int, in text: Span<UInt8>) -> Int? {
    var end: Int?
    var labels = 0
    var start = at + 1
    while let label = label(at: start, in: text) {
      labels += 1
      if labels > 1, let last = topLevelEnd(in: label, of: text), last - at <= longestDomain + 1 {
        end = last
      }
      guard label.count <= longestLabel, label.upperBound - at <= longestDomain + 1,
        text[label.upperBound - 1] != .hyphen, text.has(.dot, at: label.upperBound)
      else { break }
      start = label.upperBound + 1
    }
    return end
  }

  /// Returns the range of the label at an index, with trailing hyphens, at most one byte over the limit.
  private static func label(at start: Int, in text: Span<UInt8>) -> Range<Int>? {
    var end = start
    while end < text.count, end - start <= longestLabel, isLabel(text[end]) { end += 1 }
    return end > start && text[start] != .hyphen ? start..<end : nil
  }

  /// Returns the end of the top-level domain at the start of a label: the whole label, or the part
  /// before one of its hyphens.
  private static func topLevelEnd(in label: Range<Int>, of text: Span<UInt8>) -> Int? {
    let ends = label.lowerBound...min(label.upperBound, label.lowerBound + longestLabel)
    return ends.last { end in
      let isEnd = end == text.count || !text[end].isAlphanumeric
      return isEnd && isTopLevel(label.lowerBound..<end, in: text)
    }
  }

  private static func isTopLevel(_ label: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard label.count >= 2, text[label.upperBound - 1] != .hyphen else { return false }
    if label.count > 4, text[label.lowerBound].lowercased == UInt8(ascii: "x"),
      text[label.lowerBound + 1].lowercased == UInt8(ascii: "n"),
      text[label.lowerBound + 2] == .hyphen, text[label.lowerBound + 3] == .hyphen
    {
      return true
    }
    return label.allSatisfy { text[$0].isLetter }
  }

  private static func isLabel(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == .hyphen
  }

  private static func isLocal(_ byte: UInt8) -> Bool {
    switch byte {
    case .dot, .hyphen, UInt8(ascii: "_"), UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "~"):
      true
    default: byte.isAlphanumeric
    }
  }
}
