import TextFilterAPI

/// One pass of ``WrapFilter``.
///
/// A line in one piece is wrapped without a copy. If a line continues after a piece, the current output
/// line is held back, because the width of its last word is not known yet.
struct WrapTransform: TextTransform {
  /// The maximum number of bytes held back. A longer output line is a single huge character, not text; it
  /// is written unchanged, so that memory stays bounded.
  private static let mostHeld = 2 * LinePiece.longest

  private var layout: LineLayout
  /// The text of the line so far, from the start of the current output line.
  private var carry: [UInt8] = []

  init(width: Int) {
    layout = LineLayout(width: width)
  }

  mutating func transform(
    _ text: Span<UInt8>, _ piece: LinePiece, into output: inout TextOutput
  ) throws {
    // An inserted break has the ending of the line, or of the previous line if that is missing or not
    // known yet.
    if let ending = piece.ending, ending != .missing { layout.lineBreak = ending }
    if piece.isFirst, piece.isLast {
      layout.write(text, into: &output)
    } else {
      unsafe text.withUnsafeBufferPointer { unsafe carry.append(contentsOf: $0) }
      var line = exchange(&carry, with: [])
      if piece.isLast {
        layout.write(line.span, into: &output)
        line.removeAll()
      } else {
        let (begin, end) = layout.writeBeginning(line.span, into: &output)
        line.removeSubrange(end...)
        line.removeFirst(begin)
      }
      if line.count > Self.mostHeld {
        output.append(line.span)
        line.removeAll()
      }
      carry = line
    }
    output.append(piece.ending)
  }
}
