import CleanseGraph
import CleansePluginHost

/// The findings of a run beside those that a baseline knows.
struct BaselineComparison {
  /// The file, as it was named.
  let file: String
  /// What the baseline does not know, or knows as something that weighs less.
  let new: [Diagnostic]
  /// What the baseline knows.
  let known: [Diagnostic]
  /// What the baseline knows and nobody finds any more.
  let gone: [FindingBaseline.Entry]
  /// Whether the file has just been written, with all that is found.
  let isUpdate: Bool

  /// - Parameters:
  ///   - combination: What was found.
  ///   - baseline: What was known; nothing where there was no file yet.
  ///   - isUpdate: Whether all that is found counts as known from now on.
  init(
    _ combination: Combination, to baseline: FindingBaseline?, file: String, isUpdate: Bool
  ) {
    let entries = Dictionary((baseline?.entries ?? []).map { ($0.identity, $0) }) { first, _ in
      first
    }
    var found: Set<String> = []
    var (new, known): ([Diagnostic], [Diagnostic]) = ([], [])
    for (finding, identity) in zip(combination.findings, combination.identities) {
      let fingerprint = identity.fingerprint
      found.insert(fingerprint)
      if isUpdate || entries[fingerprint].map({ finding.severity <= $0.severity }) ?? false {
        known.append(finding)
      } else {
        new.append(finding)
      }
    }
    self.file = file
    self.new = new
    self.known = known
    gone = (baseline?.entries ?? []).filter { !found.contains($0.identity) }
    self.isUpdate = isUpdate
  }

  /// What is gone, for people.
  var lines: [String] {
    let lines = gone.map { "gone: \($0.about) [\($0.code.rawValue)]" }
    guard !gone.isEmpty, !isUpdate else { return lines }
    return lines + ["  `--update-baseline` takes \(gone.count == 1 ? "it" : "them") out of \(file)"]
  }
}
