import CleanseTestSupport
import Testing
import TextFilterAPI
import TextTesting

@Suite("Counting graphemes")
struct GraphemesTests {
  @Test(
    "counts characters as the standard library does",
    arguments: [
      "", "plain", "e\u{301}te\u{301}", "Grüße", "👩‍👩‍👧‍👦👍🏽", "🇩🇪🇫🇷🇮", "한국어", "a\u{301}\u{302}\u{303}",
    ])
  func valid(text: String) {
    #expect(Graphemes.count(in: Array(text.utf8).span) == text.count)
  }

  @Test("counts every invalid byte as one")
  func invalid() {
    #expect(Graphemes.count(in: [0xFF, 0xFE].span) == 2)
    #expect(Graphemes.count(in: [0x61, 0xE2, 0x82, 0x61].span) == 4)
    #expect(Graphemes.count(in: [0xC3, 0xA9, 0xFF, 0x61, 0xCC, 0x81].span) == 3)
  }

  @Test("splits a random text at the starts of characters")
  func cuts() {
    var random = SeededGenerator.announced()
    let parts = ["a", "b", "e\u{301}", "ü", "👩‍👧", "🇩🇪", "한"]
    for _ in 0..<300 {
      let text = random.text(of: parts, count: 20)
      let limit = Int.random(in: 1...7, using: &random)
      var cuts: [Int] = []
      let rest = Graphemes.count(in: Array(text.utf8).span, cuttingEvery: limit) { cuts.append($0) }
      let starts = stride(from: limit, to: text.count, by: limit).map {
        text.prefix($0).utf8.count
      }
      #expect(cuts == starts)
      #expect(rest == text.count - starts.count * limit)
    }
  }
}
