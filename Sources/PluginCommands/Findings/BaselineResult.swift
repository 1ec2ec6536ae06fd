import CleansePluginHost

/// What a report tells of a baseline.
struct BaselineResult {
  /// The file, as it was named.
  let file: String
  /// What the baseline does not know, or knows as something that weighs less.
  let new: [Diagnostic]
  /// What the baseline knows.
  let known: [Diagnostic]
  /// What the baseline knows and nobody finds any more.
  let gone: [FindingBaseline.Entry]
  /// Whether the file has just been written, so that all that was found is known from now on.
  let isUpdate: Bool

  /// - Parameter baseline: What was known; nil where there was no file yet.
  init(_ combination: Combination, to baseline: FindingBaseline?, file: String, isUpdate: Bool) {
    let comparison = baseline.map {
      BaselineComparison(combination.findings, combination.identities, to: $0)
    }
    self.file = file
    new = isUpdate ? [] : comparison?.new ?? combination.findings
    known = isUpdate ? combination.findings : comparison?.known ?? []
    gone = comparison?.gone ?? []
    self.isUpdate = isUpdate
  }

  /// What is gone, for people.
  var lines: [String] {
    let lines = gone.map { "gone: \($0.about) [\($0.code.rawValue)]" }
    guard !gone.isEmpty, !isUpdate else { return lines }
    return lines + ["  `--update-baseline` takes \(gone.count == 1 ? "it" : "them") out of \(file)"]
  }
}
