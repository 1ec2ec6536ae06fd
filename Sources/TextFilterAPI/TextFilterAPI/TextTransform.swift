/// One pass of a filter over one text, line by line.
///
/// A text consists of bytes, usually UTF-8. A transform leaves invalid UTF-8 and line endings
/// unchanged, so that a filter never makes unrelated repairs.
///
/// A transform needs constant memory: it may hold back some bytes, but not a whole text. Lines that
/// come in one piece, as nearly all do, need not be held back.
public protocol TextTransform {
  /// Transforms the next piece of a line and writes the result.
  ///
  /// - Parameters:
  ///   - text: The piece without the line ending, at most ``LinePiece/longest`` bytes. It is
  ///     valid only during the call.
  ///   - piece: The position of the piece in its line.
  ///   - output: The output to append to, including the line ending. The next filter reads it.
  /// - Throws: Any error that makes it impossible to continue; it ends the pass.
  mutating func transform(
    _ text: Span<UInt8>, _ piece: LinePiece, into output: inout TextOutput) throws

  /// Writes the bytes that were held back, at the end of the text.
  ///
  /// It is called once, after the last piece, even if the text has no lines.
  ///
  /// - Parameter output: The output to append to. The next filter reads it.
  /// - Throws: Any error that makes the result unusable.
  mutating func finish(into output: inout TextOutput) throws
}

extension TextTransform {
  /// Writes nothing, for a transform that holds nothing back.
  public mutating func finish(into output: inout TextOutput) throws {}
}
