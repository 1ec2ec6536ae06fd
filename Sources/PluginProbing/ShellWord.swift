/// Text as it is typed into a shell.
enum ShellWord {
  /// The text, in quotes where a shell would otherwise read more or less than it.
  static func of(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isXIDContinue || "/.-_+,:@%=".unicodeScalars.contains(scalar)
    }
    guard !isPlain || text.isEmpty else { return text }
    // By its scalars: to Swift, a quote and an accent behind it are one character.
    var word = String.UnicodeScalarView("'".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "'" { word += "'\\'".unicodeScalars }
      word.append(scalar)
    }
    return String(word) + "'"
  }
}
