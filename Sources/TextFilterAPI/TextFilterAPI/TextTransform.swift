/// One pass of a filter over one text, line after line.
///
/// A text is bytes, UTF-8 as a rule. What is not valid UTF-8 has to pass unchanged, and so does
/// the way a line ends, so that a filter never repairs what it was not asked to.
///
/// A transform needs constant memory: it may hold back some bytes, but not a whole text. It does
/// not have to hold back for lines that come in one piece, and nearly all do.
public protocol TextTransform {
  /// Takes the next piece of a line and writes what becomes of it.
  ///
  /// - Parameters:
  ///   - text: The piece without the line's ending, at most ``LinePiece/longest`` bytes. It is
  ///     valid during the call only.
  ///   - piece: Where the piece stands in its line.
  ///   - output: What the next filter reads; write the line's ending too.
  /// - Throws: Whatever makes it impossible to go on; it ends the pass.
  mutating func transform(
    _ text: Span<UInt8>, _ piece: LinePiece, into output: inout TextOutput) throws

  /// Writes what was held back; the text is over.
  ///
  /// It is called once, after the last piece, also where the text had no line at all.
  ///
  /// - Parameter output: What the next filter reads.
  /// - Throws: Whatever makes the result unusable.
  mutating func finish(into output: inout TextOutput) throws
}

extension TextTransform {
  /// Writes nothing, as fits a transform that holds nothing back.
  public mutating func finish(into output: inout TextOutput) throws {}
}
