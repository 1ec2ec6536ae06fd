/// Makes text from a plugin safe to display.
///
/// A summary or a path may contain an escape sequence that recolours or retitles the terminal, a
/// newline that forges a row, or a bidirectional override that reverses a line.
package enum PlainText {
  /// The text with every control and invisible character written as `\u{…}`.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { acts($0) || isJoiner($0) }) else { return text }
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.map { index in
      let stays =
        isJoiner(scalars[index]) ? joins(index, in: scalars) : !acts(scalars[index])
      return stays ? String(scalars[index]) : scalars[index].escape
    }.joined()
  }

  /// The same for text of several lines; newlines are kept.
  package static func escapedLines(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { escaped(String($0)) }
      .joined(separator: "\n")
  }

  /// Whether a terminal interprets the character or displays nothing for it: control characters, line
  /// and paragraph separators, and format characters, which include the bidirectional controls
  /// (UAX #9, 2) and the zero-width spaces.
  package static func acts(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return !isJoiner(scalar)
    default: return false
    }
  }

  /// Whether the scalar is the zero-width joiner or non-joiner, which words and emoji need.
  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200C || scalar.value == 0x200D
  }

  /// Whether a joiner is between two characters that it can join; ASCII characters never join.
  private static func joins(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard index > 0, index + 1 < scalars.count else { return false }
    return [scalars[index - 1], scalars[index + 1]].allSatisfy {
      !$0.isASCII && !isJoiner($0) && !acts($0)
    }
  }
}
