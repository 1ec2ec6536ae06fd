/// A second implementation of the rules in the documentation of `CardNumber`, without regard to speed:
/// it tries every digit group of a text as the start, and every later one as the end.
struct CardSearch {
  private let text: [Character]

  init(_ text: String) {
    self.text = Array(text)
  }

  /// The card numbers in the text, including shorter ones inside longer ones.
  var cards: [String] {
    text.indices.flatMap { start -> [String] in
      guard isDigit(start), !isWord(start - 1), text[start] != "0" else { return [] }
      return groups(from: start).indices.compactMap { last in
        card(groups(from: start)[...last], start)
      }
    }
  }

  private func card(_ groups: ArraySlice<Range<Int>>, _ start: Int) -> String? {
    guard let end = groups.last?.upperBound, !isWord(end) else { return nil }
    let digits = groups.flatMap { text[$0].compactMap(\.wholeNumberValue) }
    guard (13...19).contains(digits.count), luhnSum(digits) % 10 == 0 else { return nil }
    guard groups.count == 1 || groups.allSatisfy({ $0.count >= 3 }) else { return nil }
    return groups.count == 1 && isFraction(start) ? nil : String(text[start..<end])
  }

  /// Returns the groups of digits from an index, separated by one space or hyphen.
  private func groups(from start: Int) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    var index = start
    while isDigit(index) {
      let end = text[index...].firstIndex { !$0.isNumber } ?? text.count
      groups.append(index..<end)
      index = end < text.count && (text[end] == " " || text[end] == "-") ? end + 1 : text.count
    }
    return groups
  }

  private func isFraction(_ start: Int) -> Bool {
    start >= 2 && text[start - 1] == "." && text[start - 2] == "0"
      && !isWord(start - 3) && !(start >= 3 && text[start - 3] == ".")
  }

  private func luhnSum(_ digits: [Int]) -> Int {
    digits.reversed().enumerated().map { index, digit in
      index % 2 == 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2
    }.reduce(0, +)
  }

  private func isDigit(_ index: Int) -> Bool {
    text.indices.contains(index) && text[index].isASCII && text[index].isNumber
  }

  private func isWord(_ index: Int) -> Bool {
    guard text.indices.contains(index), text[index].isASCII else { return false }
    return text[index].isLetter || text[index].isNumber || text[index] == "_"
  }
}
