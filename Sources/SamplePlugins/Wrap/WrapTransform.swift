import TextFilterAPI

/// One pass of ``WrapFilter``.
///
/// A line that comes in one piece is wrapped in place. Of a piece that its line goes on after, the
/// output line in progress is held back, because the width of its last word is not known yet.
struct WrapTransform: TextTransform {
  /// More than this can't be an output line of text, only one character of a megabyte; it is
  /// written as it is, so that memory stays bounded.
  private static let mostHeld = 2 * LinePiece.longest

  private var layout: LineLayout
  /// The line so far, from the beginning of the output line in progress.
  private var carry: [UInt8] = []

  init(width: Int) {
    layout = LineLayout(width: width)
  }

  mutating func transform(
    _ text: Span<UInt8>, _ piece: LinePiece, into output: inout TextOutput
  ) throws {
    // A break that is put in looks like those of the text: the line's own, or where that is not
    // known yet, or missing, the one before it.
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
