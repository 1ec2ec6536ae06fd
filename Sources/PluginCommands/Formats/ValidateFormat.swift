/// An output format of `host validate`.
enum ValidateFormat: String, CaseIterable, Sendable {
  /// For people: the findings, then a summary line.
  case text
  /// For programs: one document with a `schema`.
  case json
  /// For code scanning and editors: the Static Analysis Results Interchange Format 2.1.0.
  case sarif
  /// For test reports: JUnit XML.
  case junit
  /// For GitHub Actions: workflow commands that annotate lines.
  case github
}

extension Option {
  static let validateFormat = Option(
    "format", values: ValidateFormat.allCases.map(\.rawValue), placeholder: "FORMAT",
    "text, json, sarif, junit or github (default: text)")
}
