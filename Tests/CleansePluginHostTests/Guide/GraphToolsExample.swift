import CleansePluginHost

/// An application that answers questions about its own graph.
enum GraphToolsExample {
  // guide: graph-tools
  /// Who requests the key that a user means by a part of its name.
  static func requesters(of name: String, in combined: CombinedGraph) throws -> [String] {
    let key = try KeySearch(combined.graph).key(name)
    return WhyReport(key, in: combined.graph, limit: nil).dependents.map(\.binding.key)
  }

  /// What is wrong and was not known when the baseline was written.
  static func news(of combined: CombinedGraph, since baseline: FindingBaseline) -> [Diagnostic] {
    let findings = combined.diagnostics
    let identities = FindingIdentity.all(of: findings, in: combined.graph)
    return BaselineComparison(findings, identities, to: baseline).new
  }
  // guide: end
}
