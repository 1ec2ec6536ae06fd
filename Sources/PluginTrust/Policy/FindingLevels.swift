public import PluginFiles
public import CleanseGraph

/// The levels of findings by code. Findings of a code without a level keep their severity.
///
/// An error about a plugin remains an error, because the plugin is rejected anyway. A lesser finding about a plugin
/// that is raised to an error rejects the plugin. Findings of a graph can have any level; linking still fails
/// for a graph that can't be linked.
public struct FindingLevels: Hashable, Sendable {
  /// The levels that the user set, by code.
  public var levels: [Diagnostic.Code: FindingLevel]

  /// Creates the levels. Without arguments, all findings keep their severity.
  public init(_ levels: [Diagnostic.Code: FindingLevel] = [:]) {
    self.levels = levels
  }

  /// The levels as severities, for validators.
  public var severities: [Diagnostic.Code: Diagnostic.Severity] {
    levels.mapValues(\.severity)
  }

  /// Whether a finding is suppressed. Its severity is that after these levels were applied.
  public func ignores(_ finding: Diagnostic) -> Bool {
    finding.severity < .error && levels[finding.code] == .ignore
  }
}

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
