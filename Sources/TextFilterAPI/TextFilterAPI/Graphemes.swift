/// Counts user-perceived characters: extended grapheme clusters.
///
/// The rules are those of Unicode Standard Annex #29, as the standard library implements them. A byte
/// that is not part of valid UTF-8 counts as one character.
public enum Graphemes {
  /// Returns the number of characters in the text.
  ///
  /// - Parameter text: Part of a line, without a line feed.
  /// - Complexity: O(*n*), where *n* is the length of the text; a few cycles per byte for ASCII.
  public static func count(in text: Span<UInt8>) -> Int {
    count(in: text, cuttingEvery: .max) { _ in }
  }

  /// Splits the text into runs of a number of characters.
  ///
  /// - Parameters:
  ///   - text: Part of a line, without a line feed.
  ///   - limit: The number of characters in a run, at least one.
  ///   - cut: Called with the offset in bytes of each run except the first.
  /// - Returns: The number of characters in the last run.
  /// - Complexity: O(*n*), where *n* is the length of the text, for any limit.
  public static func count(
    in text: Span<UInt8>, cuttingEvery limit: Int, at cut: (Int) -> Void
  ) -> Int {
    var run = Run(limit: limit)
    var offset = 0
    while offset < text.count {
      let plain = plainEnd(in: text, from: offset)
      while offset < plain { run.add(at: offset, cut); offset += 1 }
      if offset < text.count {
        offset = addEncoded(text, from: offset, to: &run, cut)
      }
    }
    return run.count
  }

  /// The number of characters since the last cut.
  private struct Run {
    let limit: Int
    var count = 0

    mutating func add(at offset: Int, _ cut: (Int) -> Void) {
      if count >= limit {
        cut(offset)
        count = 0
      }
      count += 1
    }
  }

  /// Returns the end of the ASCII text that begins at an offset, without its last character if other
  /// text follows, which may combine with it.
  private static func plainEnd(in text: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < text.count, text[end] < 0x80 { end += 1 }
    return end == text.count ? end : max(start, end - 1)
  }

  /// Counts text that needs decoding, up to and including the first invalid bytes.
  private static func addEncoded(
    _ text: Span<UInt8>, from start: Int, to run: inout Run, _ cut: (Int) -> Void
  ) -> Int {
    let rest = text.extracting(start..<text.count)
    do {
      addValid(try UTF8Span(validating: rest), at: start, to: &run, cut)
      return text.count
    } catch {
      // The bytes before the first invalid one are valid, so this does not throw.
      if let valid = try? UTF8Span(validating: rest.extracting(first: error.byteOffsets.lowerBound))
      {
        addValid(valid, at: start, to: &run, cut)
      }
      for offset in error.byteOffsets { run.add(at: start + offset, cut) }
      return start + error.byteOffsets.upperBound
    }
  }

  private static func addValid(
    _ text: UTF8Span, at start: Int, to run: inout Run, _ cut: (Int) -> Void
  ) {
    var characters = text.makeCharacterIterator()
    var offset = 0
    while characters.skipForward() > 0 {
      run.add(at: start + offset, cut)
      offset = characters.currentCodeUnitOffset
    }
  }
}
