import CleansePluginHost

extension Combination {
  /// A smallest set of plugins whose removal makes the graph valid; nil if the graph has no error, or if there
  /// is no complete graph.
  var removal: SmallestRemoval? {
    let configuration = Set(combined.configurationFindings)
    return combined.smallestRemoval(of: diagnostics.filter { !configuration.contains($0) })
  }
}
