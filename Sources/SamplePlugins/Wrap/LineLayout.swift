import TextFilterAPI

/// Where to break a line so that no line of the output is wider than a number of characters.
///
/// Words keep the white space between them, which a break replaces. White space at the beginning
/// stays where the first word fits behind it, and at the end where it fits. A word wider than a
/// line begins on a line of its own and is cut. White space is a space, a tab, a vertical tab or a
/// form feed; each counts as one character, a tab too.
struct LineLayout {
  let width: Int
  /// What a break is written as.
  var lineBreak = LineEnding.lineFeed

  init(width: Int) {
    self.width = width
  }

  /// Writes a line, or the last part of one, without its ending.
  func write(_ text: Span<UInt8>, into output: inout TextOutput) {
    var line = OutputLine()
    var index = 0
    while let word = Self.word(in: text, from: index) {
      place(word, of: text, in: &line, &output)
      index = word.range.upperBound
    }
    let trailing = text.count - line.end
    let end = line.columns + trailing <= width ? text.count : line.end
    output.append(text.extracting(line.start..<end))
  }

  /// Writes what is certain of a line that goes on.
  ///
  /// - Returns: The range of the text that has to come again, with what follows it. White space at
  ///   its end that fits on no line has been left out.
  func writeBeginning(
    _ text: Span<UInt8>, into output: inout TextOutput
  ) -> (begin: Int, end: Int) {
    var line = OutputLine()
    var index = 0
    while let word = Self.word(in: text, from: index) {
      index = word.range.upperBound
      if index < text.count {
        place(word, of: text, in: &line, &output)
      } else if word.range.count > LinePiece.longest / 2 {
        // Whatever follows, this word gets lines of its own; its end waits for the rest of it.
        let known = Self.lastCharacterStart(in: text, before: index)
        let part = Word(range: word.range.lowerBound..<known, isASCII: false)
        place(part, of: text, in: &line, &output)
        return (line.start, text.count)
      } else {
        return (line.start, text.count)
      }
    }
    return (line.start, min(text.count, line.end + width + 1))
  }

  /// Puts a word on the line, or on the next one.
  private func place(
    _ word: Word, of text: Span<UInt8>, in line: inout OutputLine, _ output: inout TextOutput
  ) {
    let bytes = text.extracting(word.range)
    let columns = word.isASCII ? bytes.count : Graphemes.count(in: bytes)
    let gap = word.range.lowerBound - line.end
    if line.columns + gap + columns <= width {
      line.columns += gap + columns
    } else {
      if line.end > line.start {
        output.append(text.extracting(line.start..<line.end))
        output.append(lineBreak)
      }
      line.start = word.range.lowerBound
      line.columns = columns <= width ? columns : cut(word.range, of: text, in: &line, &output)
    }
    line.end = word.range.upperBound
  }

  /// Writes all lines but the last of a word that is wider than a line.
  private func cut(
    _ word: Range<Int>, of text: Span<UInt8>, in line: inout OutputLine,
    _ output: inout TextOutput
  ) -> Int {
    Graphemes.count(in: text.extracting(word), cuttingEvery: width) { offset in
      output.append(text.extracting(line.start..<word.lowerBound + offset))
      output.append(lineBreak)
      line.start = word.lowerBound + offset
    }
  }

  /// The next word from an index on, behind any white space.
  private static func word(in text: Span<UInt8>, from index: Int) -> Word? {
    var start = index
    while start < text.count, isWhiteSpace(text[start]) { start += 1 }
    guard start < text.count else { return nil }
    var end = start
    var all: UInt8 = 0
    while end < text.count, !isWhiteSpace(text[end]) {
      all |= text[end]
      end += 1
    }
    return Word(range: start..<end, isASCII: all < 0x80)
  }

  /// The beginning of the last character of UTF-8, which may be incomplete.
  private static func lastCharacterStart(in text: Span<UInt8>, before end: Int) -> Int {
    var start = end - 1
    while start > end - 4, text[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C
  }
}

/// A run of bytes without white space.
private struct Word {
  var range: Range<Int>
  var isASCII: Bool
}

/// The line of the output in progress, as a range of the text: it is written when it is full.
private struct OutputLine {
  var start = 0
  /// The end of its last word.
  var end = 0
  /// The characters from its start to its end.
  var columns = 0
}
