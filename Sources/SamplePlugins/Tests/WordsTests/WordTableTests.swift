import CleanseTestSupport
import Testing
import TextTesting
import WordCounting

@testable import Words

@Suite("The word table")
struct WordTableTests {
  @Test("counts words separated by white space")
  func words() {
    #expect(summary("").words == 0)
    #expect(summary(" \t\r\n\u{B}\u{C}").words == 0)
    #expect(summary("one two\nthree\r\n four").words == 4)
    #expect(summary("a -- b").words == 3)
  }

  @Test("lists the most frequent words, equally frequent ones by their spelling")
  func order() {
    let summary = summary("b a c b d a b", listing: 3)
    #expect(summary.mostFrequent.map(\.word) == ["b", "a", "c"])
    #expect(summary.mostFrequent.map(\.count) == [3, 2, 1])
    #expect(self.summary("a b", listing: 0).mostFrequent.isEmpty)
    #expect(self.summary("a b", listing: -1).mostFrequent.isEmpty)
  }

  @Test("counts words as equal that differ only in case or in the punctuation around them")
  func spelling() {
    let summary = summary("The (the) \"THE\" the, Ünder ünder don't --")
    let table = Dictionary(
      uniqueKeysWithValues: summary.mostFrequent.map { ($0.word, $0.count) })
    #expect(table == ["the": 4, "ünder": 2, "don't": 1])
  }

  @Test("a full table keeps exact counts of its words and reports the number of missing ones")
  func capacity() {
    let summary = summary("a b c a b d a", capacity: 2)
    #expect(summary.words == 7)
    #expect(summary.mostFrequent.map(\.count) == [3, 2])
    #expect(summary.untabled == 2)
    #expect(summary.capacity == 2)
  }

  @Test("a very long word is counted, but is not in the table")
  func longWords() {
    let fits = String(repeating: "x", count: WordTally.longest)
    let summary = summary("\(fits) \(fits)y z", listing: 10)
    #expect(summary.words == 3)
    #expect(summary.mostFrequent.map(\.word) == [fits, "z"])
    #expect(summary.untabled == 1)
  }

  @Test("the end of a text ends its last word, and the next text starts with an empty table")
  func texts() {
    let table = WordTable()
    table.count(Array("one tw".utf8).span)
    table.count(Array("o".utf8).span)
    #expect(table.endText(listing: 9).mostFrequent.map(\.word) == ["one", "two"])
    table.count(Array("o".utf8).span)
    #expect(table.endText(listing: 9).mostFrequent.map(\.word) == ["o"])
  }

  @Test("the counts do not depend on how the text is split into blocks")
  func blocks() {
    var random = SeededGenerator.announced()
    let long = String(repeating: "l", count: 200)
    for _ in 0..<300 {
      let text = Array(random.text(of: ["a", "B", " ", "\n", ".", "ü", long], count: 40).utf8)
      let table = WordTable()
      var start = 0
      while start < text.count {
        let end = min(text.count, start + Int.random(in: 1...150, using: &random))
        table.count(Array(text[start..<end]).span)
        start = end
      }
      let whole = WordTable()
      whole.count(text.span)
      #expect(table.endText(listing: 99) == whole.endText(listing: 99))
    }
  }

  private func summary(
    _ text: String, listing limit: Int = 10, capacity: Int = WordTable.capacity
  ) -> WordSummary {
    let table = WordTable(capacity: capacity)
    table.count(Array(text.utf8).span)
    return table.endText(listing: limit)
  }
}
