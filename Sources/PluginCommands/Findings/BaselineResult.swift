import CleansePluginHost

/// The result of comparing findings with a baseline, for a report.
struct BaselineResult {
  /// The file, as the user named it.
  let file: String
  /// The findings that are not in the baseline, or are there with a lower severity.
  let new: [Diagnostic]
  /// The findings that are in the baseline.
  let unchanged: [Diagnostic]
  /// The entries of the baseline that the run did not find.
  let absent: [FindingBaseline.Entry]
  /// Whether the file has just been updated, so that it contains all findings of the run.
  let isUpdate: Bool

  /// - Parameter baseline: The previous baseline; nil if there was no file yet.
  init(_ combination: Combination, to baseline: FindingBaseline?, file: String, isUpdate: Bool) {
    let comparison = baseline.map {
      BaselineComparison(combination.findings, combination.identities, to: $0)
    }
    self.file = file
    new = isUpdate ? [] : comparison?.new ?? combination.findings
    unchanged = isUpdate ? combination.findings : comparison?.unchanged ?? []
    absent = comparison?.absent ?? []
    self.isUpdate = isUpdate
  }

  /// The absent entries, as lines of text.
  var lines: [String] {
    let lines = absent.map { "absent: \($0.about) [\($0.code.rawValue)]" }
    guard !absent.isEmpty, !isUpdate else { return lines }
    let entries = absent.count == 1 ? "it" : "them"
    return lines + ["  `--update-baseline` removes \(entries) from \(file)"]
  }
}
