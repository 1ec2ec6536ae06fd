import TextFilterAPI

/// Breaks a line so that no output line is wider than a number of characters.
///
/// The white space between words is kept, or replaced by a break. White space at the start of a line
/// is kept if the first word fits after it, and at the end if it fits. A word wider than a line begins
/// on a new line and is split. White space is a space, a tab, a vertical tab or a form feed; each
/// counts as one character, including a tab.
struct LineLayout {
  let width: Int
  /// The line ending that is written for a break.
  var lineBreak = LineEnding.lineFeed

  init(width: Int) {
    self.width = width
  }

  /// Writes a line, or the last part of one, without its ending.
  func write(_ text: Span<UInt8>, into output: inout TextOutput) {
    var line = OutputLine()
    var index = 0
    while let word = Self.word(in: text, from: index) {
      add(word, of: text, to: &line, &output)
      index = word.range.upperBound
    }
    let trailing = text.count - line.end
    let end = line.columns + trailing <= width ? text.count : line.end
    output.append(text.extracting(line.start..<end))
  }

  /// Writes the lines that are already determined by the start of a line that continues.
  ///
  /// - Returns: The range of the text to pass again, together with its continuation. It excludes white
  ///   space at its end that fits on no line.
  func writeBeginning(
    _ text: Span<UInt8>, into output: inout TextOutput
  ) -> (begin: Int, end: Int) {
    var line = OutputLine()
    var index = 0
    while let word = Self.word(in: text, from: index) {
      index = word.range.upperBound
      if index < text.count {
        add(word, of: text, to: &line, &output)
      } else if word.range.count > LinePiece.longest / 2 {
        // Whatever follows, this word gets separate lines; its last character may be incomplete.
        let known = Self.lastCharacterStart(in: text, before: index)
        let part = Word(range: word.range.lowerBound..<known, isASCII: false)
        add(part, of: text, to: &line, &output)
        return (line.start, text.count)
      } else {
        return (line.start, text.count)
      }
    }
    return (line.start, min(text.count, line.end + width + 1))
  }

  /// Adds a word to the line, or to a new one.
  private func add(
    _ word: Word, of text: Span<UInt8>, to line: inout OutputLine, _ output: inout TextOutput
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

  /// Writes all lines but the last of a word that is wider than a line. Returns the width of the last.
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

  /// Returns the next word at or after an index.
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

  /// Returns the start of the last UTF-8 character, which may be incomplete.
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

/// The current output line, as a range of the text: it is written when it is full.
private struct OutputLine {
  var start = 0
  /// The end of its last word.
  var end = 0
  /// The number of characters from its start to its end.
  var columns = 0
}
