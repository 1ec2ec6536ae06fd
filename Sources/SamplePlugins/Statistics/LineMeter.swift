import TextFilterAPI

/// Measures lines as they pass and writes nothing.
///
/// It is an object, so that what it measured can be read after the pipeline took it.
final class LineMeter: TextTransform {
  /// The longest line: its number, counted from one, and its characters without the ending.
  struct Longest: Hashable {
    var line: Int
    var characters: Int
  }

  private(set) var lines = 0
  /// All characters; the ending of a line is one.
  private(set) var characters = 0
  /// The first of the longest lines, or nothing where there is no line.
  private(set) var longest: Longest?

  private var lineCharacters = 0

  /// Counts a piece. A character that the cut of a very long line divides counts on both sides.
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
