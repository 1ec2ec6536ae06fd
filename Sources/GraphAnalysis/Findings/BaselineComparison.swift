public import CleanseGraph

/// The findings of a run, compared with a baseline.
public struct BaselineComparison {
  /// The findings that are not in the baseline, or are there with a lower severity.
  public let new: [Diagnostic]
  /// The findings that are in the baseline.
  public let unchanged: [Diagnostic]
  /// The entries of the baseline that the run did not find.
  public let absent: [FindingBaseline.Entry]
  /// The fingerprints of the findings that are in the baseline.
  package let accepted: Set<String>

  /// Compares findings with a baseline.
  ///
  /// - Parameters:
  ///   - findings: The findings of the run.
  ///   - identities: The identity of each finding, as ``FindingIdentity/all(of:in:)`` returns them.
  ///   - baseline: The baseline to compare with.
  public init(
    _ findings: [Diagnostic], _ identities: [FindingIdentity], to baseline: FindingBaseline
  ) {
    self.init(zip(findings, identities).map { IdentifiedFinding($0, $1) }, to: baseline)
  }

  package init(_ findings: [IdentifiedFinding], to baseline: FindingBaseline) {
    let entries = Dictionary(baseline.entries.map { ($0.identity, $0) }) { first, _ in first }
    let isAccepted = { (identified: IdentifiedFinding) in
      entries[identified.fingerprint].map { identified.finding.severity <= $0.severity } ?? false
    }
    new = findings.filter { !isAccepted($0) }.map(\.finding)
    let known = findings.filter(isAccepted)
    unchanged = known.map(\.finding)
    accepted = Set(known.map(\.fingerprint))
    let found = Set(findings.map(\.fingerprint))
    absent = baseline.entries.filter { !found.contains($0.identity) }
  }
}
