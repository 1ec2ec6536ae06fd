import CleanseTestSupport
import Testing
import TextFilterAPI
import TextTesting

@Suite("A text pipeline")
struct TextPipelineTests {
  @Test("passes each line with its ending, also if the last one is missing")
  func endings() throws {
    let log = PieceLog()
    _ = try TextPipeline.run(log, on: "a\n\nb\r\n\rc\r")
    #expect(
      log.pieces == [
        .init(text: "a", isFirst: true, ending: .lineFeed),
        .init(text: "", isFirst: true, ending: .lineFeed),
        .init(text: "b", isFirst: true, ending: .carriageReturnLineFeed),
        .init(text: "\rc\r", isFirst: true, ending: .missing),
      ])
    #expect(log.isFinished)
  }

  @Test("an empty text has no line, but an end")
  func empty() throws {
    let log = PieceLog()
    _ = try TextPipeline.run(log, on: "")
    #expect(log.pieces.isEmpty)
    #expect(log.isFinished)
  }

  @Test("without transforms it keeps the text unchanged")
  func noTransform() throws {
    var pipeline = TextPipeline([])
    var output = TextOutput()
    try pipeline.feed([0xFF, 0x0A, 0x00].span, into: &output)
    try pipeline.finish(into: &output)
    #expect(output.bytes == [0xFF, 0x0A, 0x00])
  }

  @Test("passes text that a transform has held back to the next one")
  func finishing() throws {
    let output = try TextPipeline.run(Trailer("1\n"), Trailer("2\n"), on: Array("a\n".utf8))
    #expect(String(decoding: output, as: UTF8.self) == "a\n1\n2\n")
  }

  @Test(
    "splits a long line at the same positions, whatever the block size",
    arguments: [
      ("\n", LineEnding.lineFeed), ("\r\n", .carriageReturnLineFeed), ("", .missing),
    ])
  func longLines(end: String, ending: LineEnding) throws {
    for extra in -1...3 {
      let length = LinePiece.longest + extra
      let text = [UInt8](repeating: 0x78, count: length) + Array(end.utf8)
      for blockSize in [LinePiece.longest / 2 + 1, LinePiece.longest, Int.max] {
        let log = PieceLog()
        #expect(try TextPipeline.run(log, on: text, blockSize: { blockSize }) == text)
        let sizes = extra > 0 ? [LinePiece.longest, extra] : [length]
        #expect(log.pieces.map(\.text.count) == sizes)
        #expect(log.pieces.map(\.isFirst) == (extra > 0 ? [true, false] : [true]))
        #expect(log.pieces.map(\.ending) == (extra > 0 ? [nil, ending] : [ending]))
      }
    }
  }

  @Test("passes the same lines however the text is split into blocks")
  func blocks() throws {
    var random = SeededGenerator.announced()
    for _ in 0..<300 {
      let text = Array(random.text(of: ["a", "\n", "\r", "\r\n", "bc"], count: 40).utf8)
      let whole = PieceLog()
      let cut = PieceLog()
      _ = try TextPipeline.run(whole, on: text)
      let output = try TextPipeline.run(cut, on: text) { Int.random(in: 1...5, using: &random) }
      #expect(cut.pieces == whole.pieces)
      #expect(output == text)
    }
  }
}

/// A transform that logs the pieces and passes them on.
private final class PieceLog: TextTransform {
  struct Piece: Equatable {
    var text: String
    var isFirst: Bool
    var ending: LineEnding?
  }

  private(set) var pieces: [Piece] = []
  private(set) var isFinished = false

  func transform(_ text: Span<UInt8>, _ piece: LinePiece, into output: inout TextOutput) throws {
    let copy = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    pieces.append(Piece(text: copy, isFirst: piece.isFirst, ending: piece.ending))
    output.append(text)
    output.append(piece.ending)
  }

  func finish(into output: inout TextOutput) throws {
    isFinished = true
  }
}

/// A transform that appends a text at the end.
private struct Trailer: TextTransform {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  func transform(_ text: Span<UInt8>, _ piece: LinePiece, into output: inout TextOutput) throws {
    output.append(text)
    output.append(piece.ending)
  }

  func finish(into output: inout TextOutput) throws {
    output.append(text)
  }
}
