/// Where a piece stands in its line.
///
/// A line of up to ``longest`` bytes is one piece. A longer one comes in pieces of exactly
/// ``longest`` bytes and a last, shorter one, so that a text without line breaks needs no more
/// memory than any other. The cuts depend on the text alone, not on how it was read; they may
/// fall inside of a character.
public struct LinePiece: Hashable, Sendable {
  /// The size of the longest piece, in bytes without the line's ending: 1 MiB.
  public static let longest = 1 << 20

  /// Whether the line begins with this piece.
  public var isFirst: Bool
  /// How the line ends, or nothing where it goes on in the next piece.
  public var ending: LineEnding?

  /// Whether the line ends with this piece.
  public var isLast: Bool { ending != nil }

  public init(isFirst: Bool, ending: LineEnding?) {
    self.isFirst = isFirst
    self.ending = ending
  }
}

/// What stands between a line and the next one.
public enum LineEnding: Hashable, Sendable {
  /// `\n`.
  case lineFeed
  /// `\r\n`.
  case carriageReturnLineFeed
  /// Nothing: the text is over. It has to stay that way.
  case missing
}
