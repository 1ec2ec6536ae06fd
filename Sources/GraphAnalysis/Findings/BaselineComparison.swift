public import CleanseGraph

/// The findings of a run beside those that a baseline knows.
public struct BaselineComparison {
  /// What the baseline does not know, or knows as something that weighs less.
  public let new: [Diagnostic]
  /// What the baseline knows.
  public let known: [Diagnostic]
  /// What the baseline knows and nobody finds any more.
  public let gone: [FindingBaseline.Entry]

  /// Compares findings with a baseline.
  ///
  /// - Parameters:
  ///   - findings: What was found, as ``FindingIdentity/all(of:in:)`` takes it.
  ///   - identities: By which each finding is known again.
  ///   - baseline: What was known.
  public init(
    _ findings: [Diagnostic], _ identities: [FindingIdentity], to baseline: FindingBaseline
  ) {
    let entries = Dictionary(baseline.entries.map { ($0.identity, $0) }) { first, _ in first }
    var found: Set<String> = []
    var (new, known): ([Diagnostic], [Diagnostic]) = ([], [])
    for (finding, identity) in zip(findings, identities) {
      let fingerprint = identity.fingerprint
      found.insert(fingerprint)
      if let entry = entries[fingerprint], finding.severity <= entry.severity {
        known.append(finding)
      } else {
        new.append(finding)
      }
    }
    self.new = new
    self.known = known
    gone = baseline.entries.filter { !found.contains($0.identity) }
  }
}
