import TextFilterAPI

/// One pass of ``RedactFilter``.
///
/// A line in one piece is searched without a copy. If a line continues after a piece, the end of the
/// piece is held back, because it may be the start of a match.
struct RedactTransform: TextTransform {
  /// The number of bytes after a position that a rule may read: overlapping card numbers, followed by
  /// the domain of a mail address.
  static let lookAhead = 600
  /// The number of bytes before a position that a rule may read: at most the local part of a mail address.
  static let lookBehind = 80

  /// The unsearched end of the line, with the bytes before it that the rules may read.
  private var carry: [UInt8] = []
  /// The state of the search in the carry: its position, and how much has been written.
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
