import Glibc

/// A transform and the state to split blocks with arbitrary boundaries into lines for it.
///
/// Lines within one block are passed on without a copy. Only a line that crosses the end of a block
/// is copied, at most one piece of it.
struct LineStage {
  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D
  /// The number of bytes without a line feed from which a line is too long for one piece, whatever
  /// its ending: the piece, one more byte, and a carriage return that may belong to the ending.
  private static let bound = LinePiece.longest + 2

  private var transform: any TextTransform
  /// The current line, without the pieces already delivered. Shorter than the bound between calls.
  private var held: [UInt8] = []
  /// Whether the next piece begins a line.
  private var isFirst = true

  init(_ transform: any TextTransform) {
    self.transform = transform
  }

  /// Processes the next block of the text.
  mutating func feed(_ block: Span<UInt8>, into output: inout TextOutput) throws {
    var start = 0
    while start < block.count {
      let newline = Self.lineFeedIndex(in: block, from: start)
      if held.isEmpty, let newline {
        try endLine(block.extracting(start..<newline), into: &output)
        start = newline + 1
      } else {
        start = try hold(block, start..<(newline ?? block.count), into: &output)
        if start == newline {
          try endHeldLine(into: &output)
          start += 1
        }
      }
    }
  }

  /// Ends the text.
  mutating func finish(into output: inout TextOutput) throws {
    if !held.isEmpty {
      let line = exchange(&held, with: [])
      try deliver(line.span, ending: .missing, into: &output)
    }
    try transform.finish(into: &output)
  }

  /// Copies a part of a line until a piece is full, and returns the offset where it stopped.
  private mutating func hold(
    _ block: Span<UInt8>, _ range: Range<Int>, into output: inout TextOutput
  ) throws -> Int {
    let taken = min(range.count, Self.bound - held.count)
    unsafe block.extracting(range.lowerBound..<range.lowerBound + taken)
      .withUnsafeBufferPointer { unsafe held.append(contentsOf: $0) }
    if held.count == Self.bound {
      var line = exchange(&held, with: [])
      try transform.transform(
        line.span.extracting(first: LinePiece.longest),
        LinePiece(isFirst: isFirst, ending: nil), into: &output)
      isFirst = false
      line.removeFirst(LinePiece.longest)
      held = line
    }
    return range.lowerBound + taken
  }

  private mutating func endHeldLine(into output: inout TextOutput) throws {
    var line = exchange(&held, with: [])
    try endLine(line.span, into: &output)
    line.removeAll(keepingCapacity: true)
    held = line
  }

  /// Delivers a line that a line feed ends.
  private mutating func endLine(_ line: Span<UInt8>, into output: inout TextOutput) throws {
    if line.count > 0, line[line.count - 1] == Self.carriageReturn {
      try deliver(line.extracting(droppingLast: 1), ending: .carriageReturnLineFeed, into: &output)
    } else {
      try deliver(line, ending: .lineFeed, into: &output)
    }
  }

  /// Delivers the rest of a line, in several pieces if it is too long for one.
  private mutating func deliver(
    _ line: Span<UInt8>, ending: LineEnding, into output: inout TextOutput
  ) throws {
    var start = 0
    while line.count - start > LinePiece.longest {
      try transform.transform(
        line.extracting(start..<start + LinePiece.longest),
        LinePiece(isFirst: isFirst, ending: nil), into: &output)
      isFirst = false
      start += LinePiece.longest
    }
    try transform.transform(
      line.extracting(start..<line.count), LinePiece(isFirst: isFirst, ending: ending),
      into: &output)
    isFirst = true
  }

  private static func lineFeedIndex(in block: Span<UInt8>, from start: Int) -> Int? {
    unsafe block.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, Int32(lineFeed), bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
