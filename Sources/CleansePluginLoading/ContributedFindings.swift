package import CleanseGraph

/// The findings of the validators that plugins contribute to the collection `[any CleanseBindingPlugin]`.
/// These validators run where the plugins are loaded; all others read only the graph.
package enum ContributedFindings: Codable, Sendable {
  /// The findings, in the order of the validators.
  case found([Diagnostic])
  /// The validators could not be created, for these reasons, which are mostly findings of the graph too.
  case notMade([Diagnostic])
  /// The validators did not run, as the plugins are not available.
  case notRun

  /// Whether the validators could not be created.
  package var areNotMade: Bool { if case .notMade = self { true } else { false } }
}
