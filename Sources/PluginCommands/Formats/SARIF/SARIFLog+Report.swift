import CleanseSupport
import GraphRendering
import CleanseGraph

extension SARIFLog {
  /// What relative URIs begin at: the directory that the program was started in, which is where a job
  /// has checked out the sources.
  private static let base = "SRCROOT"

  init(_ report: ValidateReport, _ paths: SourcePaths) {
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
            version: Version.text, semanticVersion: Version.text, rules: rules.rules)),
        invocations: [Invocation(exitCode: report.status.rawValue, workingDirectory: root)],
        originalUriBaseIds: [Self.base: root], results: results)
    ]
  }
}

extension SARIFLog.Result {
  /// - Parameter index: The place of the finding's kind among the rules.
  fileprivate init(
    _ finding: ReportedFinding, index: Int, in report: ValidateReport, _ places: SARIFLocations
  ) {
    let diagnostic = finding.diagnostic
    let related = diagnostic.notes.filter { $0.location != nil }
    ruleId = PlainText.escaped(diagnostic.code.rawValue)
    ruleIndex = index
    level = diagnostic.severity.rawValue
    baselineState = report.baseline.map { _ in finding.isKnown ? "unchanged" : "new" }
    message = SARIFLog.Text(text: Self.message(of: diagnostic.escaped))
    locations = [places.location(of: finding, in: report)]
    relatedLocations =
      related.isEmpty
      ? nil : related.enumerated().map { places.location(of: $0.element, id: $0.offset + 1) }
    partialFingerprints = finding.fingerprint.map { ["findingIdentity/v2": $0] }
    properties =
      diagnostic.arguments.isEmpty ? nil : SARIFLog.Properties(arguments: diagnostic.arguments)
  }

  /// All that the finding says. A note with a place is a link to its related location (3.11.6), so that
  /// the other side is one click away. A path from the root stands in the text, as its steps have no
  /// places that a code flow could tell.
  private static func message(of diagnostic: Diagnostic) -> String {
    var links = 0
    var lines = ["\(SARIFText.literal(diagnostic.message))."]
    for note in diagnostic.notes {
      let text =
        note.location == nil ? SARIFText.literal(note.message) : SARIFText.link(note.message)
      let path = note.path.map { SARIFText.literal($0.joined(separator: " → ")) }
      if note.location != nil { links += 1 }
      lines.append(
        "- " + (note.location == nil ? text : "[\(text)](\(links))")
          + (path.map { ", from the root: \($0)" } ?? ""))
    }
    if let fix = diagnostic.fix { lines.append("Fix: \(SARIFText.literal(fix))") }
    return lines.joined(separator: "\n")
  }
}
