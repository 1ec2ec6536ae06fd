extension String {
  /// The text, safe to print on a terminal: unprintable characters are escaped as code points, and text
  /// longer than any identifier is cut.
  ///
  /// It is for quoting a text in messages about it.
  package var printable: String {
    // A fast path for nearly all texts.
    if utf8.count <= LineRules.longest, utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      return self
    }
    var result = ""
    for (index, scalar) in unicodeScalars.enumerated() {
      guard index < LineRules.longest else { return result + "…" }
      if scalar.isUnprintable {
        result += scalar.escape
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text in backquotes, safe to print and cut to a length that fits a message.
  package var quoted: String {
    let start = unicodeScalars.prefix(64)
    let isCut = start.endIndex != unicodeScalars.endIndex
    return "`" + String(start).printable + (isCut ? "…" : "") + "`"
  }
}

extension Unicode.Scalar {
  /// The scalar as a Swift escape sequence, such as `\u{1B}`. Which scalars have to be escaped depends on
  /// the destination of the text.
  public var escape: String {
    "\\u{\(String(value, radix: 16, uppercase: true))}"
  }

  /// Whether the scalar is not allowed in a line of text: control characters, line and paragraph
  /// separators, and bidirectional controls, which can disguise a text (Unicode Technical Report 36, §2.2).
  package var isUnprintable: Bool {
    // Avoids a look-up in the Unicode tables.
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
  }
}
