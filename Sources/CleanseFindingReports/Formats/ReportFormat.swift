/// An output format of a command that reports findings.
package enum ReportFormat: String, CaseIterable, Sendable {
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
  package static let reportFormat = Option(
    "format", values: ReportFormat.allCases.map(\.rawValue), placeholder: "FORMAT",
    "text, json, sarif, junit or github (default: text)")
}
