import CleanseTestSupport
import Testing
import TextFilterAPI
import TextTesting

@testable import Wrap

@Suite("Wrapping any text")
struct WrapPropertyTests {
  private static let parts = [
    "a", "word", "longer-word", " ", "  ", "\t", "ü", "e\u{301}", "👩‍👧", "\n", "\r\n", " and ",
  ]

  @Test("no line is wider than the width, and nothing but white space changes")
  func width() throws {
    var random = SeededGenerator.announced()
    for _ in 0..<500 {
      let text = random.text(of: Self.parts, count: 40)
      let width = Int.random(in: 1...20, using: &random)
      let output = try TextPipeline.run(WrapTransform(width: width), on: text)
      let widest = output.split(whereSeparator: \.isNewline).map(\.count).max() ?? 0
      #expect(widest <= width, "\(text.debugDescription)")
      #expect(output.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
      #expect(try TextPipeline.run(WrapTransform(width: width), on: output) == output)
    }
  }

  @Test("the result does not depend on how the text is split into blocks")
  func blocks() throws {
    var random = SeededGenerator.announced()
    for _ in 0..<300 {
      let text = Array(random.text(of: Self.parts, count: 40).utf8)
      let whole = try TextPipeline.run(WrapTransform(width: 9), on: text)
      let cut = try TextPipeline.run(WrapTransform(width: 9), on: text) {
        Int.random(in: 1...9, using: &random)
      }
      #expect(cut == whole)
    }
  }

  @Test("the result is the same if a line is split into pieces")
  func pieces() throws {
    var random = SeededGenerator.announced()
    for _ in 0..<300 {
      let parts = Self.parts.filter { !$0.contains(where: \.isNewline) }
      let text = Array(random.text(of: parts, count: 80).utf8)
      var transform = WrapTransform(width: Int.random(in: 1...20, using: &random))
      var whole = TextOutput()
      try transform.transform(text.span, LinePiece(isFirst: true, ending: .lineFeed), into: &whole)
      var pieces = TextOutput()
      var start = 0
      while start < text.count {
        let end = min(text.count, start + Int.random(in: 1...30, using: &random))
        let piece = LinePiece(isFirst: start == 0, ending: end == text.count ? .lineFeed : nil)
        try transform.transform(text.span.extracting(start..<end), piece, into: &pieces)
        start = end
      }
      #expect(pieces == whole)
    }
  }

  @Test("a line of many megabytes is wrapped, too", arguments: ["é", "e\u{301}", "x ", "  "])
  func hugeLines(part: String) throws {
    let text = String(repeating: part, count: 3_000_000 / part.utf8.count)
    let output = try TextPipeline.run(WrapTransform(width: 7), on: text)
    #expect(output.split(separator: "\n").allSatisfy { $0.count <= 7 })
    #expect(output.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
  }
}
