import CleanseGraph
public import GraphAnalysis
public import PluginFiles

extension PluginInspection {
  /// The inspection with the levels applied to its findings; a finding that becomes an error rejects the file.
  /// The operation is idempotent.
  package func taking(_ levels: FindingLevels) -> PluginInspection {
    let updated = diagnostics.map { finding in
      guard finding.severity < .error, let level = levels.levels[finding.code] else {
        return finding
      }
      var changed = finding
      changed.severity = level.severity
      return changed
    }
    return updated == diagnostics ? self : with(updated)
  }

  /// The inspection without the findings that the levels suppress.
  public func withoutFindings(ignoredBy levels: FindingLevels) -> PluginInspection {
    let left = diagnostics.filter { !levels.ignores($0) }
    guard left.count < diagnostics.count else { return self }
    var inspection = with(left)
    inspection.ignored += diagnostics.count - left.count
    return inspection
  }
}
