/// Counts characters as a reader does: by extended grapheme cluster.
///
/// The rules are those of Unicode Standard Annex #29, as the standard library knows them. A byte
/// that is no part of valid UTF-8 counts as one character.
public enum Graphemes {
  /// Counts the characters.
  ///
  /// - Parameter text: Part of a line, without a line feed.
  /// - Returns: Their number.
  /// - Complexity: Linear; a few cycles a byte for ASCII.
  public static func count(in text: Span<UInt8>) -> Int {
    count(in: text, cuttingEvery: .max) { _ in }
  }

  /// Cuts the text into runs of a number of characters.
  ///
  /// - Parameters:
  ///   - text: Part of a line, without a line feed.
  ///   - limit: How many characters a run has, at least one.
  ///   - cut: Called with the offset of each run but the first.
  /// - Returns: How many characters the last run has.
  /// - Complexity: Linear in the text, whatever the limit.
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

  /// How many characters there are since the last cut.
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

  /// The end of the ASCII that begins at an offset, without its last character where something
  /// else follows, which may combine with it.
  private static func plainEnd(in text: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < text.count, text[end] < 0x80 { end += 1 }
    return end == text.count ? end : max(start, end - 1)
  }

  /// Counts what needs decoding, up to the first invalid bytes and with them.
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
