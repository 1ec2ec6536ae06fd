public import CleanseGraph

/// The findings of a run, compared with a baseline.
public struct BaselineComparison {
  /// The findings that are not in the baseline, or are there with a lower severity.
  public let new: [Diagnostic]
  /// The findings that are in the baseline.
  public let unchanged: [Diagnostic]
  /// The entries of the baseline that the run did not find.
  public let absent: [FindingBaseline.Entry]

  /// Compares findings with a baseline.
  ///
  /// - Parameters:
  ///   - findings: The findings of the run.
  ///   - identities: The identity of each finding, as ``FindingIdentity/all(of:in:)`` returns them.
  ///   - baseline: The baseline to compare with.
  public init(
    _ findings: [Diagnostic], _ identities: [FindingIdentity], to baseline: FindingBaseline
  ) {
    let entries = Dictionary(baseline.entries.map { ($0.identity, $0) }) { first, _ in first }
    var found: Set<String> = []
    var (new, unchanged): ([Diagnostic], [Diagnostic]) = ([], [])
    for (finding, identity) in zip(findings, identities) {
      let fingerprint = identity.fingerprint
      found.insert(fingerprint)
      if let entry = entries[fingerprint], finding.severity <= entry.severity {
        unchanged.append(finding)
      } else {
        new.append(finding)
      }
    }
    self.new = new
    self.unchanged = unchanged
    absent = baseline.entries.filter { !found.contains($0.identity) }
  }
}
