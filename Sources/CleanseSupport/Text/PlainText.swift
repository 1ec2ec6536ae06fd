/// Makes text from a plugin safe to show.
///
/// A summary or a path may hold anything: an escape sequence that recolours or retitles the
/// terminal, a newline that forges a row, a bidirectional override that turns a line around.
package enum PlainText {
  /// The text with everything that acts instead of showing written as `\u{…}`.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { acts($0) || isJoiner($0) }) else { return text }
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.map { index in
      let stays =
        isJoiner(scalars[index]) ? joins(index, in: scalars) : !acts(scalars[index])
      return stays ? String(scalars[index]) : scalars[index].escape
    }.joined()
  }

  /// The same for text of several lines, whose newlines stay.
  package static func escapedLines(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { escaped(String($0)) }
      .joined(separator: "\n")
  }

  /// Whether a terminal does something other than show the character, or shows nothing: controls,
  /// separators of lines and paragraphs, and format characters, among which are the bidirectional
  /// controls of UAX #9, 2, and the spaces of no width.
  package static func acts(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return !isJoiner(scalar)
    default: return false
    }
  }

  /// The two format characters that words and emoji are made with.
  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200C || scalar.value == 0x200D
  }

  /// Whether a joiner has something to join: in ASCII, there is nothing.
  private static func joins(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard index > 0, index + 1 < scalars.count else { return false }
    return [scalars[index - 1], scalars[index + 1]].allSatisfy {
      !$0.isASCII && !isJoiner($0) && !acts($0)
    }
  }
}
