import CleanseFindingReports

/// The outcome of one validation of a watch.
enum WatchOutcome {
  case report(ValidateReport)
  /// The settings or the directories can't be used: the error and its hints, a line each.
  case failure([String])

  /// What the next run is compared with; nil after a failure.
  var run: FindingChanges.Run? {
    guard case .report(let report) = self else { return nil }
    return FindingChanges.Run(
      report.reported, plugins: report.plugins.map { ($0.identifier, $0.file) })
  }
}
