internal import CleanseSupport

/// The rules for the texts of a manifest. Each check throws an error without a field.
enum TextRules {
  /// The longest identifier, in bytes.
  static let longest = LineRules.longest

  /// Checks a reverse-DNS name such as `org.example.redact`.
  static func checkIdentifier(_ text: String) throws(ManifestError) {
    guard text.utf8.count <= longest else {
      throw ManifestError(message: "is longer than \(longest) bytes")
    }
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    for label in labels {
      let fault: String
      if label.isEmpty {
        fault = "an empty part between its dots"
      } else if !label.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }) {
        fault = "something other than letters, digits, hyphens and dots"
      } else if label.first == UInt8(ascii: "-") || label.last == UInt8(ascii: "-") {
        fault = "a hyphen at an end of \(String(Substring(label)).quoted)"
      } else {
        continue
      }
      throw ManifestError(message: "\(text.quoted) is not a reverse-DNS name: it has \(fault)")
    }
    guard labels.count >= 2 else {
      throw ManifestError(
        message: "\(text.quoted) is not a reverse-DNS name: at least two parts are needed, as in "
          + "`org.example`")
    }
  }

  /// Checks a Swift identifier.
  ///
  /// The characters are those that Unicode Standard Annex 31 allows in identifiers, and `_`, so that the name is
  /// a single token in generated code.
  static func checkName(_ text: String) throws(ManifestError) {
    guard text.utf8.count <= longest else {
      throw ManifestError(message: "is longer than \(longest) bytes")
    }
    if isPlainName(text) { return }
    let scalars = text.unicodeScalars
    guard let first = scalars.first, first == "_" || first.properties.isXIDStart,
      scalars.allSatisfy({ $0.properties.isXIDContinue })
    else { throw ManifestError(message: "\(text.quoted) is not the name of a Swift type") }
  }

  /// Whether a text is a name of ASCII characters, as almost all names are.
  private static func isPlainName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    return text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
  }

  /// Checks the name of a Swift type, optionally qualified with its module and enclosing types.
  static func checkTypeName(_ text: String) throws(ManifestError) {
    guard text.utf8.count <= longest else {
      throw ManifestError(message: "is longer than \(longest) bytes")
    }
    for part in text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      try translating(checkName(String(Substring(part)))) { (error: ManifestError) in
        ManifestError(message: "\(text.quoted) is not the name of a Swift type")
      }
    }
  }
}
