import CleansePluginHost
// guide: graph-tools
import CleanseGraphAnalysis

// guide: end

/// An application that queries its own graph.
enum GraphToolsExample {
  // guide: graph-tools
  /// The keys of the bindings that depend on a key, which the user names by a part of its name.
  static func dependents(of name: String, in combined: CombinedGraph) throws -> [String] {
    let key = try KeySearch(combined.graph).key(name)
    return WhyReport(key, in: combined.graph, limit: nil).dependents.map(\.binding.key)
  }
  // guide: end
}
