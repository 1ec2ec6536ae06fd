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
