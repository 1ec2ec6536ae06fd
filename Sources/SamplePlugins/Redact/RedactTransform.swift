import TextFilterAPI

/// One pass of ``RedactFilter``.
///
/// A line that comes in one piece is searched in place. Of a piece that its line goes on after,
/// the end is held back, because what it begins may be something to replace.
struct RedactTransform: TextTransform {
  /// How many bytes behind a position a rule may look: card numbers that overlap, and the
  /// domain of a mail address behind them.
  static let lookAhead = 600
  /// How many bytes before a position a rule may look: a mail address's local part and a bit.
  static let lookBehind = 80

  /// The end of the line so far, with the bytes before it that the rules may look at.
  private var carry: [UInt8] = []
  /// Where the search in the carry goes on, and how much of the carry has been written.
  private var search = RedactionSearch()

  mutating func transform(
    _ text: Span<UInt8>, _ piece: LinePiece, into output: inout TextOutput
  ) throws {
    if piece.isFirst, piece.isLast {
      var search = RedactionSearch()
      search.run(text, until: text.count, into: &output)
      search.writeRest(text, into: &output)
    } else {
      unsafe text.withUnsafeBufferPointer { unsafe carry.append(contentsOf: $0) }
      searchCarry(isLast: piece.isLast, into: &output)
    }
    output.append(piece.ending)
  }

  private mutating func searchCarry(isLast: Bool, into output: inout TextOutput) {
    var line = exchange(&carry, with: [])
    if isLast {
      search.run(line.span, until: line.count, into: &output)
      search.writeRest(line.span, into: &output)
      line.removeAll(keepingCapacity: true)
      search = RedactionSearch()
    } else {
      search.run(line.span, until: line.count - Self.lookAhead, into: &output)
      let kept = max(0, search.position - Self.lookBehind)
      search.write(line.span, upTo: kept, into: &output)
      line.removeFirst(kept)
      search.move(by: kept)
    }
    carry = line
  }
}
