/// Quotes text for a shell.
enum ShellWord {
  /// The text as one shell word, quoted only if needed.
  static func of(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isXIDContinue || "/.-_+,:@%=".unicodeScalars.contains(scalar)
    }
    guard !isPlain || text.isEmpty else { return text }
    // By scalars: to Swift, a quote and a combining accent after it are one character.
    var word = String.UnicodeScalarView("'".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "'" { word += "'\\'".unicodeScalars }
      word.append(scalar)
    }
    return String(word) + "'"
  }
}
