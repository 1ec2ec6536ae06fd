import CleansePluginHost
import FindingReports

/// How the findings of two runs differ. Findings are the same if their identities are, whatever their lines.
struct FindingChanges {
  /// The findings that only the later run has, or that it has as more severe.
  let new: [Diagnostic]
  /// The findings that only the earlier run has, and whose plugins are still there.
  let fixed: [Diagnostic]
  /// The findings that only the earlier run has, and whose plugins are not there any more.
  let gone: [Diagnostic]

  /// A run: its findings by their fingerprints, and its plugins.
  struct Run {
    fileprivate let findings: [(fingerprint: String, finding: Diagnostic)]
    fileprivate let plugins: Set<String>

    /// - Parameters:
    ///   - reported: The findings; those in a baseline are left out.
    ///   - plugins: The identifiers and paths of the plugins.
    init(_ reported: [ReportedFinding], plugins: Set<String>) {
      findings = reported.filter { !$0.isUnchanged }.map {
        ($0.fingerprint ?? $0.diagnostic.description, $0.diagnostic)
      }
      self.plugins = plugins
    }
  }

  init(from earlier: Run, to later: Run) {
    let before = Dictionary(
      earlier.findings.map { ($0.fingerprint, $0.finding.severity) },
      uniquingKeysWith: { max($0, $1) })
    let after = Set(later.findings.map(\.fingerprint))
    new = later.findings.filter { entry in
      before[entry.fingerprint].map { $0 < entry.finding.severity } ?? true
    }.map(\.finding)
    let absent = earlier.findings.filter { !after.contains($0.fingerprint) }.map(\.finding)
    func isGone(_ finding: Diagnostic) -> Bool {
      let owner = finding.provenance?.origin ?? finding.location?.path
      guard let owner, earlier.plugins.contains(owner) else { return false }
      return !later.plugins.contains(owner)
    }
    fixed = absent.filter { !isGone($0) }
    gone = absent.filter(isGone)
  }

  var isEmpty: Bool { new.isEmpty && fixed.isEmpty && gone.isEmpty }
}
