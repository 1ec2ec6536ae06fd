import CleansePluginHost
import CleanseFindingReports

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
    fileprivate typealias Entry = (fingerprint: String, finding: Diagnostic, file: String?)

    /// Each with the file of its plugin, if it is about one.
    fileprivate let findings: [Entry]
    /// The files of the plugins.
    fileprivate let files: Set<String>

    /// - Parameters:
    ///   - reported: The findings; those in a baseline are left out.
    ///   - plugins: The plugins, as the subjects of findings refer to them.
    init(_ reported: [ReportedFinding], plugins: [(identifier: String?, file: String)]) {
      let owners = Dictionary(
        plugins.compactMap { plugin in plugin.identifier.map { ($0, plugin.file) } },
        uniquingKeysWith: { first, _ in first })
      findings = reported.filter { !$0.isUnchanged }.map { finding in
        let origin = finding.diagnostic.provenance?.origin
        return (
          finding.fingerprint ?? finding.diagnostic.description, finding.diagnostic,
          finding.subject.map { plugins[$0].file } ?? origin.flatMap { owners[$0] }
        )
      }
      files = Set(plugins.map(\.file))
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
    let absent = earlier.findings.filter { !after.contains($0.fingerprint) }
    func isGone(_ entry: Run.Entry) -> Bool {
      entry.file.map { !later.files.contains($0) } ?? false
    }
    fixed = absent.filter { !isGone($0) }.map(\.finding)
    gone = absent.filter(isGone).map(\.finding)
  }

  var isEmpty: Bool { new.isEmpty && fixed.isEmpty && gone.isEmpty }
}
