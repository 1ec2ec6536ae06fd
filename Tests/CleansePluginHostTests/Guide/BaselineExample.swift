import CleansePluginHost

/// An application that reports new findings only.
enum BaselineExample {
  // guide: baseline
  /// Records the current findings.
  static func writeBaseline(of combined: CombinedGraph, to file: String) throws {
    let findings = combined.findings
    let identities = FindingIdentity.all(of: findings, in: combined.graph)
    let baseline = FindingBaseline(
      application: combined.graph[.root].name,
      plugins: combined.inspections.compactMap { $0.description?.manifest.identifier },
      entries: zip(findings, identities).map { finding, identity in
        FindingBaseline.Entry(
          identity: identity.fingerprint, code: finding.code, severity: finding.severity,
          about: finding.message)
      })
    try baseline.write(to: file)
  }

  /// The findings that the baseline does not contain.
  static func newFindings(in combined: CombinedGraph, since file: String) throws -> [Diagnostic] {
    let judgement = Judgement(baseline: try FindingBaseline(contentsOf: file))
    return judgement.outcome(of: combined.findings, in: combined.graph).new
  }
  // guide: end
}
