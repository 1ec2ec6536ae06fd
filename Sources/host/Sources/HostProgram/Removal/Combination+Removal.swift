import Cleanse

extension Combination {
  /// Which plugins would have to go for the rest to fit together; nothing where all do.
  var removal: SmallestRemoval? {
    MendingSearch.removal(
      of: diagnostics, among: requirements, bindings: graph.bindings.count
    ) { without($0).diagnostics }
  }
}
