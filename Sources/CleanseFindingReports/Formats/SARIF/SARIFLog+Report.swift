import CleanseSupport
import CleanseGraphAnalysis
import CleanseGraph

extension SARIFLog {
  /// The name of the base of relative URIs: the working directory, which in a CI job is the checkout.
  private static let base = "SRCROOT"

  init(_ report: FindingReport, _ paths: SourcePaths) {
    let rules = Rule.all(for: report.reported.map(\.diagnostic))
    let indices = Dictionary(uniqueKeysWithValues: zip(rules.codes, rules.codes.indices))
    let root = ArtifactLocation(uri: URIReference.of(path: paths.directory))
    let results = report.reported.map { finding in
      Result(
        finding, index: indices[finding.diagnostic.code] ?? 0, in: report,
        SARIFLocations(paths: paths, base: Self.base))
    }
    runs = [
      Run(
        tool: Tool(
          driver: Driver(
            name: report.program.name, version: report.program.version,
            semanticVersion: report.program.version, rules: rules.rules)),
        invocations: [Invocation(exitCode: report.status.rawValue, workingDirectory: root)],
        originalUriBaseIds: [Self.base: root], results: results)
    ]
  }
}

extension SARIFLog.Result {
  /// - Parameter index: The index of the finding's rule.
  fileprivate init(
    _ finding: ReportedFinding, index: Int, in report: FindingReport, _ factory: SARIFLocations
  ) {
    let diagnostic = finding.diagnostic
    let related = diagnostic.notes.filter { $0.location != nil }
    ruleId = PlainText.escaped(diagnostic.code.rawValue)
    ruleIndex = index
    level = diagnostic.severity.rawValue
    baselineState = report.baseline.map { _ in finding.isUnchanged ? "unchanged" : "new" }
    message = SARIFLog.Text(text: Self.message(of: diagnostic.escaped))
    locations = [factory.location(of: finding, in: report)]
    relatedLocations =
      related.isEmpty
      ? nil : related.enumerated().map { factory.location(of: $0.element, id: $0.offset + 1) }
    partialFingerprints = finding.fingerprint.map { ["findingIdentity/v1": $0] }
    properties = SARIFLog.Properties(diagnostic)
  }

  /// The complete text of the finding. A note with a location is a link to its related location (3.11.6).
  /// A path from the root is written as text, since its steps have no locations for a code flow.
  private static func message(of diagnostic: Diagnostic) -> String {
    var links = 0
    var lines = ["\(SARIFText.literal(diagnostic.message))."]
    for note in diagnostic.notes {
      let text =
        note.location == nil ? SARIFText.literal(note.message) : SARIFText.link(note.message)
      let path = SARIFText.literal(note.path.joined(separator: " → "))
      if note.location != nil { links += 1 }
      lines.append(
        "- " + (note.location == nil ? text : "[\(text)](\(links))")
          + (path.isEmpty ? "" : ", from the root: \(path)"))
    }
    if let fix = diagnostic.fix { lines.append("Fix: \(SARIFText.literal(fix))") }
    return lines.joined(separator: "\n")
  }
}
