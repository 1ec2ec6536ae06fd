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
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    for label in labels {
      let fault: String
      if label.isEmpty {
        fault = "an empty part between its dots"
      } else if !label.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }) {
        fault = "something other than letters, digits, hyphens and dots"
      } else if label.hasPrefix("-") || label.hasSuffix("-") {
        fault = "a hyphen at an end of \(String(label).quoted)"
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
    let scalars = text.unicodeScalars
    guard let first = scalars.first, first == "_" || first.properties.isXIDStart,
      scalars.allSatisfy({ $0.properties.isXIDContinue })
    else { throw ManifestError(message: "\(text.quoted) is not the name of a Swift type") }
  }

  /// Checks the name of a Swift type, optionally qualified with its module and enclosing types.
  static func checkTypeName(_ text: String) throws(ManifestError) {
    guard text.utf8.count <= longest else {
      throw ManifestError(message: "is longer than \(longest) bytes")
    }
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      try translating(checkName(String(part))) { (error: ManifestError) in
        ManifestError(message: "\(text.quoted) is not the name of a Swift type")
      }
    }
  }
}
