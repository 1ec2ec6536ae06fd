import CleanseGraph
public import CleanseGraphAnalysis
public import CleansePluginFiles

extension PluginInspection {
  /// The inspection with the levels applied to its findings; a finding that becomes an error rejects the file.
  /// The operation is idempotent.
  package func judged(by judgement: Judgement) -> PluginInspection {
    let updated = diagnostics.map(judgement.applied(toPlugin:))
    return updated == diagnostics ? self : with(updated)
  }

  /// The inspection without the findings that the levels ignore.
  public func withoutFindings(ignoredBy judgement: Judgement) -> PluginInspection {
    let left = diagnostics.filter { !judgement.ignores($0) }
    guard left.count < diagnostics.count else { return self }
    var inspection = with(left)
    inspection.ignored += diagnostics.count - left.count
    return inspection
  }
}
