/// How `host validate` writes its result.
enum ValidateFormat: String, CaseIterable, Sendable {
  /// For people: findings, then a line that counts them.
  case text
  /// For programs: one document with a `schema`.
  case json
  /// For code scanning and editors: the Static Analysis Results Interchange Format, 2.1.0.
  case sarif
  /// For what shows tests: the XML that JUnit made common.
  case junit
  /// For a job of GitHub: commands that annotate lines.
  case github
}

extension Option {
  static let validateFormat = Option(
    "format", values: ValidateFormat.allCases.map(\.rawValue), placeholder: "FORMAT",
    "text, json, sarif, junit or github; text otherwise")
}
