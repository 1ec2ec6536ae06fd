package import CleanseGraph
package import CleanseGraphAnalysis

/// The result of comparing findings with a baseline, for a report.
package struct BaselineResult {
  /// The file, as the user named it.
  package let file: String
  /// The findings that are in the baseline.
  package let unchanged: [Diagnostic]
  /// The entries of the baseline that the run did not find.
  package let absent: [FindingBaseline.Entry]
  /// Whether the file has just been updated, so that it contains all findings of the run.
  package let isUpdate: Bool
  /// The fingerprints of the findings that are in the baseline.
  private let accepted: Set<String>

  /// - Parameter baseline: The previous baseline; nil if there was no file yet.
  init(
    _ findings: [IdentifiedFinding], to baseline: FindingBaseline?, file: String, isUpdate: Bool
  ) {
    let outcome = Judgement(baseline: baseline).outcome(of: findings)
    self.file = file
    unchanged = isUpdate ? findings.map(\.finding) : outcome.unchanged
    accepted = isUpdate ? Set(findings.map(\.fingerprint)) : outcome.accepted
    absent = outcome.absent
    self.isUpdate = isUpdate
  }

  /// Whether a finding is in the baseline.
  package func accepts(_ finding: IdentifiedFinding) -> Bool {
    accepted.contains(finding.fingerprint)
  }

  /// The absent entries, as lines of text.
  var lines: [String] {
    let lines = absent.map { "absent: \($0.about) [\($0.code.rawValue)]" }
    guard !absent.isEmpty, !isUpdate else { return lines }
    let entries = absent.count == 1 ? "it" : "them"
    return lines + ["  `--update-baseline` removes \(entries) from \(file)"]
  }
}
