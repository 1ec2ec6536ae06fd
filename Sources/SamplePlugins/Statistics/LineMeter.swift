import TextFilterAPI

/// A transform that measures lines and writes nothing.
///
/// It is a class, so that the measurements can be read while the pipeline owns the transform.
final class LineMeter: TextTransform {
  /// The longest line: its number, counted from one, and its characters without the ending.
  struct Longest: Hashable {
    var line: Int
    var characters: Int
  }

  private(set) var lines = 0
  /// The number of characters; a line ending counts as one.
  private(set) var characters = 0
  /// The first of the longest lines; nil if there is no line.
  private(set) var longest: Longest?

  private var lineCharacters = 0

  /// Counts a piece. A character that is split between two pieces of a very long line counts twice.
  func transform(
    _ text: Span<UInt8>, _ piece: LinePiece, into output: inout TextOutput
  ) throws {
    lineCharacters += Graphemes.count(in: text)
    guard let ending = piece.ending else { return }
    lines += 1
    characters += lineCharacters + (ending == .missing ? 0 : 1)
    if longest.map({ $0.characters < lineCharacters }) ?? true {
      longest = Longest(line: lines, characters: lineCharacters)
    }
    lineCharacters = 0
  }
}
