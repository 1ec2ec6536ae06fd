import CleansePluginHost

extension Combination {
  /// Which plugins would have to go for the rest to fit together; nothing where all do, and where there is
  /// no graph of all of them, so that nobody knows.
  var removal: SmallestRemoval? {
    guard combined.isComplete else { return nil }
    let isMissingWrong = levels.severities[.missingBinding] ?? .error == .error
    return FixSearch.removal(
      of: diagnostics, in: graph, among: requirements, needsAll: isMissingWrong
    ) { without($0).diagnostics }
  }
}
