package import CleanseGraph

/// What the validators found that plugins contribute to the collection `[any CleanseBindingPlugin]`.
/// They run where the plugins are loaded; all other validators read the graph alone.
package enum ContributedFindings: Codable, Sendable {
  /// What they found, in their order.
  case found([Diagnostic])
  /// They could not be made, for these reasons, which are mostly findings of the graph too.
  case notMade([Diagnostic])
  /// Nobody has run them, as the plugins are not at hand.
  case notRun
}
