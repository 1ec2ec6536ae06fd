extension String {
  /// The text, safe to print on a terminal: what can't be seen or would steer the terminal is
  /// written as its code point, and what is longer than any identifier is cut.
  ///
  /// It is for excerpts of a text in messages about it.
  package var printable: String {
    // The usual case by far.
    if utf8.count <= LineRules.longest, utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      return self
    }
    var result = ""
    for (position, scalar) in unicodeScalars.enumerated() {
      guard position < LineRules.longest else { return result + "…" }
      if scalar.isUnprintable {
        result += scalar.escape
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text between backquotes, safe to print and of a length that fits a message.
  package var quoted: String {
    let start = unicodeScalars.prefix(64)
    let isCut = start.endIndex != unicodeScalars.endIndex
    return "`" + String(start).printable + (isCut ? "…" : "") + "`"
  }
}

extension Unicode.Scalar {
  /// The scalar as an escape sequence of Swift, such as `\u{1B}`: what takes the place of a scalar that
  /// can't be shown or written as it is. Which ones these are depends on where the text goes.
  public var escape: String {
    "\\u{\(String(value, radix: 16, uppercase: true))}"
  }

  /// Whether a line of text must not have it: controls, the line and paragraph separators, and the
  /// marks that turn the direction of writing, which make a text look other than it is
  /// (Unicode Technical Report 36, §2.2).
  package var isUnprintable: Bool {
    // Spares the look-up in Unicode's tables.
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
  }
}
