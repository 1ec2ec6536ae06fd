import CleansePluginHost

extension Combination {
  /// A smallest set of plugins whose removal makes the graph valid; nil if the graph has no error, or if there
  /// is no complete graph.
  var removal: SmallestRemoval? {
    guard combined.isComplete else { return nil }
    let isMissingAnError = levels.severities[.missingBinding] ?? .error == .error
    return FixSearch.removal(
      of: diagnostics, in: graph, among: requirements, needsAll: isMissingAnError
    ) { without($0).diagnostics }
  }
}
