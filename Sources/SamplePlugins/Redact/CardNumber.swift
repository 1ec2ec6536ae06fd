/// Numbers of payment cards.
///
/// ISO/IEC 7812-1 gives them up to 19 digits, the last of which is a check digit by Luhn's formula
/// (its annex B; US patent 2950048); issuers use 13 or more. A first digit of 0 is not for
/// cards, and without that rule a row of zeros would be one.
///
/// The digits may stand in groups with one space or hyphen between. Groups have three digits or
/// more, as on every card that is printed; otherwise every tenth row of small numbers, or of
/// dates, would pass the check by chance.
enum CardNumber {
  private static let lengths = 13...19
  private static let smallestGroup = 3

  /// The end of the number that begins at an index, where a digit is and a word begins.
  static func match(at start: Int, in text: Span<UInt8>) -> Int? {
    guard text[start] != .zero, !continuesNumber(before: start, in: text) else { return nil }
    var check = LuhnCheck()
    var end: Int?
    var index = start
    while let group = group(at: index, in: text) {
      for offset in group {
        check.add(text[offset] &- .zero)
        if check.count > lengths.upperBound { return end }
      }
      let isGrouped = group.lowerBound > start || isFollowedByGroup(group.upperBound, in: text)
      if isGrouped, group.count < smallestGroup { return end }
      if lengths.contains(check.count), check.holds, canEnd(at: group.upperBound, in: text) {
        end = group.upperBound
      }
      guard isFollowedByGroup(group.upperBound, in: text) else { return end }
      index = group.upperBound + 1
    }
    return end
  }

  /// The digits at an index, no more than one over the limit.
  private static func group(at start: Int, in text: Span<UInt8>) -> Range<Int>? {
    var end = start
    while end < text.count, text[end].isDigit, end - start <= lengths.upperBound { end += 1 }
    return end > start ? start..<end : nil
  }

  private static func isFollowedByGroup(_ end: Int, in text: Span<UInt8>) -> Bool {
    (text.has(.space, at: end) || text.has(.hyphen, at: end)) && text.isDigit(at: end + 1)
  }

  /// Whether digits before belong to the same number: `0.4111…`, or hyphens as in a UUID.
  private static func continuesNumber(before start: Int, in text: Span<UInt8>) -> Bool {
    (text.has(.dot, at: start - 1) || text.has(.hyphen, at: start - 1))
      && text.isDigit(at: start - 2)
  }

  private static func canEnd(at end: Int, in text: Span<UInt8>) -> Bool {
    if text.isWord(at: end) { return false }
    return !((text.has(.dot, at: end) || text.has(.hyphen, at: end)) && text.isDigit(at: end + 1))
  }
}
