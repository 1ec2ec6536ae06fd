public import PluginFiles
public import CleanseGraph

/// How findings are taken, by their codes; a code without a level is taken as it comes.
///
/// An error about a plugin stays one, as the plugin is rejected all the same. A lesser finding about a
/// plugin that is made an error rejects the plugin. Findings of a graph take any level; what can't be
/// linked is refused when it is, whatever was said of it before.
public struct FindingLevels: Hashable, Sendable {
  /// What was said of codes.
  public var levels: [Diagnostic.Code: FindingLevel]

  /// Without arguments, all findings are taken as they come.
  public init(_ levels: [Diagnostic.Code: FindingLevel] = [:]) {
    self.levels = levels
  }

  /// The levels as validators take them.
  public var severities: [Diagnostic.Code: Diagnostic.Severity] {
    levels.mapValues(\.severity)
  }

  /// Whether a finding is left out that weighs what these levels let it weigh.
  public func ignores(_ finding: Diagnostic) -> Bool {
    finding.severity < .error && levels[finding.code] == .ignore
  }
}

extension PluginInspection {
  /// The same file with the levels applied to its findings; one that becomes an error makes the file
  /// unusable. To do it again changes nothing.
  package func taking(_ levels: FindingLevels) -> PluginInspection {
    let taken = diagnostics.map { finding in
      guard finding.severity < .error, let level = levels.levels[finding.code] else {
        return finding
      }
      var taken = finding
      taken.severity = level.severity
      return taken
    }
    return taken == diagnostics ? self : with(taken)
  }

  /// The same file without the findings that the levels leave out.
  public func withoutFindings(ignoredBy levels: FindingLevels) -> PluginInspection {
    let left = diagnostics.filter { !levels.ignores($0) }
    guard left.count < diagnostics.count else { return self }
    var inspection = with(left)
    inspection.ignored += diagnostics.count - left.count
    return inspection
  }
}
