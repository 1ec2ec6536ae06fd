import CleansePluginHost
import GraphAnalysis

extension CombinedGraph {
  /// A smallest set of plugins whose removal makes the graph valid; nil if the graph has no error, or if there
  /// is no complete graph.
  var removal: SmallestRemoval? {
    let configuration = Set(configurationFindings)
    return smallestRemoval(of: graphFindings.filter { !configuration.contains($0) })
  }
}
