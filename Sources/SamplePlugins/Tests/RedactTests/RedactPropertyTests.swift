import CleanseTestSupport
import Testing
import TextFilterAPI
import TextTesting

@testable import Redact

@Suite("Redacting any text")
struct RedactPropertyTests {
  private static let parts = [
    "jo@example.org", "4111 1111 1111 1111", "192.0.2.1", "2001:db8::1", "::ffff:10.0.0.1", " ",
    "\n", "\r\n", ".", ":", "-", "@", "1", "12", "f", "word", "é", "::", "1.2.3", "0",
    "4111111111111111", "1111-", "fe80::1:2",
  ]

  @Test("the result does not depend on how the text is split into blocks")
  func blocks() throws {
    var random = SeededGenerator.announced()
    for _ in 0..<500 {
      let text = Array(random.text(of: Self.parts, count: 30).utf8)
      let whole = try TextPipeline.run(RedactTransform(), on: text)
      let cut = try TextPipeline.run(RedactTransform(), on: text) {
        Int.random(in: 1...9, using: &random)
      }
      #expect(cut == whole)
    }
  }

  @Test("the result is the same if a line is split into pieces")
  func pieces() throws {
    var random = SeededGenerator.announced()
    for _ in 0..<200 {
      let text = Array(
        random.text(of: Self.parts.filter { !$0.contains("\n") }, count: 900).utf8)
      var whole = TextOutput()
      var transform = RedactTransform()
      try transform.transform(
        text.span, LinePiece(isFirst: true, ending: .lineFeed), into: &whole)
      var pieces = TextOutput()
      var start = 0
      while start < text.count {
        let end = min(text.count, start + Int.random(in: 1...1500, using: &random))
        let piece = LinePiece(isFirst: start == 0, ending: end == text.count ? .lineFeed : nil)
        try transform.transform(text.span.extracting(start..<end), piece, into: &pieces)
        start = end
      }
      #expect(pieces == whole)
    }
  }

  /// Card numbers with and without groups, and text that can be adjacent to them.
  private static let neighbours =
    parts.filter { !$0.contains("\n") } + [
      "4111111111111111", "4111-1111-1111-1111", "3782 822463 10005", "6304000000000000000",
      "4222222222222", "10.0.0.1", "fe80::1:2", "@x.com", "a@b.co", "-", ".", " ", "0", "123",
      "1111", "2024-01-02", "x", "_", "xn--a",
    ]

  @Test("leaves no card number, whatever is adjacent to it")
  func cards() throws {
    var random = SeededGenerator.announced()
    for _ in 0..<3000 {
      let text = random.text(of: Self.neighbours, count: Int.random(in: 1...12, using: &random))
      let redacted = try TextPipeline.run(RedactTransform(), on: text)
      #expect(CardSearch(redacted).cards.isEmpty, "\(text) -> \(redacted)")
    }
  }

  @Test("a second pass changes nothing")
  func idempotence() throws {
    var random = SeededGenerator.announced()
    for _ in 0..<3000 {
      let text = random.text(of: Self.neighbours, count: Int.random(in: 1...12, using: &random))
      let once = try TextPipeline.run(RedactTransform(), on: text)
      let twice = try TextPipeline.run(RedactTransform(), on: once)
      #expect(twice == once, "\(text)")
    }
  }

  @Test("never changes a text without digits, colons and at signs")
  func noCandidates() throws {
    var random = SeededGenerator.announced()
    for _ in 0..<200 {
      let text = (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) }
        .filter { !(0x30...0x3A).contains($0) && $0 != 0x40 }
      #expect(try TextPipeline.run(RedactTransform(), on: text) == text)
    }
  }
}
