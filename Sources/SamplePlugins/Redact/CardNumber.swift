/// Finds numbers of payment cards.
///
/// ISO/IEC 7812-1 gives them up to 19 digits, the last of which is a check digit by Luhn's formula
/// (its annex B; US patent 2950048); issuers use 13 or more. A first digit of 0 is not for
/// cards, and without that rule a row of zeros would be one.
///
/// The digits may be in groups separated by one space or hyphen. Groups have three digits or
/// more, as on every printed card; otherwise one in ten rows of small numbers, or of dates, would
/// pass the check by chance.
///
/// The context of the digits does not matter, unless it is a letter, a digit or an underscore: to
/// redact a number needlessly does less harm than to miss a card. Two forms are excluded, because
/// no card has them: the digits of a fraction, `0.4111…`, and a part of a UUID.
enum CardNumber {
  private static let lengths = 13...19
  private static let smallestGroup = 3
  /// The maximum distance between the starts of two overlapping numbers, in bytes.
  private static let longestChain = 200

  /// Returns the end of the number that begins at an index, including all numbers that begin inside
  /// it: any of them may be the card.
  static func match(at start: Int, in text: Span<UInt8>) -> Int? {
    guard var end = longest(at: start, in: text) else { return nil }
    var index = start + 1
    while index < min(end, start + longestChain) {
      if !text[index - 1].isDigit, let next = longest(at: index, in: text) { end = max(end, next) }
      index += 1
    }
    return end
  }

  /// Returns the end of the longest number that begins at an index.
  private static func longest(at start: Int, in text: Span<UInt8>) -> Int? {
    guard text.isDigit(at: start), text[start] != .zero, !text.isWord(at: start - 1) else {
      return nil
    }
    var check = LuhnCheck()
    var end: Int?
    var index = start
    while let group = group(at: index, in: text) {
      for offset in group {
        check.add(text[offset] &- .zero)
        if check.count > lengths.upperBound { return end }
      }
      let isGrouped = group.lowerBound > start || text.isGroup(after: group.upperBound)
      if isGrouped, group.count < smallestGroup { return end }
      if lengths.contains(check.count), check.holds, !text.isWord(at: group.upperBound),
        !isSomethingElse(start..<group.upperBound, lastGroup: group, in: text)
      {
        end = group.upperBound
      }
      guard text.isGroup(after: group.upperBound) else { return end }
      index = group.upperBound + 1
    }
    return end
  }

  /// Returns the range of the digits at an index, at most one more than the limit.
  private static func group(at start: Int, in text: Span<UInt8>) -> Range<Int>? {
    var end = start
    while end < text.count, text[end].isDigit, end - start <= lengths.upperBound { end += 1 }
    return end > start ? start..<end : nil
  }

  private static func isSomethingElse(
    _ number: Range<Int>, lastGroup: Range<Int>, in text: Span<UInt8>
  ) -> Bool {
    lastGroup == number && isFraction(number.lowerBound, in: text)
      || UUIDForm.isAround(number, in: text)
  }

  /// Whether the number follows a `0.` that begins a word.
  private static func isFraction(_ start: Int, in text: Span<UInt8>) -> Bool {
    text.has(.dot, at: start - 1) && text.has(.zero, at: start - 2)
      && !text.isWord(at: start - 3) && !text.has(.dot, at: start - 3)
  }
}

extension Span<UInt8> {
  /// Whether a separator and a digit follow a group that ends at an index.
  func isGroup(after end: Int) -> Bool {
    (has(.space, at: end) || has(.hyphen, at: end)) && isDigit(at: end + 1)
  }
}
