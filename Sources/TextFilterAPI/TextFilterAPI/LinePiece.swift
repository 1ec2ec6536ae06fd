/// The position of a piece in its line.
///
/// A line of up to ``longest`` bytes is one piece. A longer line comes in pieces of exactly
/// ``longest`` bytes and a last, shorter one, so that a text without line breaks needs no more
/// memory than any other. The division depends only on the text, not on how it was read. A piece may
/// end within a character.
public struct LinePiece: Hashable, Sendable {
  /// The maximum size of a piece, in bytes without the line ending: 1 MiB.
  public static let longest = 1 << 20

  /// Whether the line begins with this piece.
  public var isFirst: Bool
  /// The ending of the line; nil if the line continues in the next piece.
  public var ending: LineEnding?

  /// Whether the line ends with this piece.
  public var isLast: Bool { ending != nil }

  /// Creates a position.
  public init(isFirst: Bool, ending: LineEnding?) {
    self.isFirst = isFirst
    self.ending = ending
  }
}

/// The characters that end a line.
// Frozen: the filters in C have a value for each.
@frozen
public enum LineEnding: Hashable, Sendable {
  /// `\n`.
  case lineFeed
  /// `\r\n`.
  case carriageReturnLineFeed
  /// No characters, at the end of the text. A filter must not add any.
  case missing
}
