import Cleanse

extension Combination {
  /// Which plugins would have to go for the rest to fit together; nothing where all do.
  var removal: SmallestRemoval? {
    MendingSearch.removal(of: diagnostics, in: graph, among: requirements) {
      without($0).diagnostics
    }
  }
}
