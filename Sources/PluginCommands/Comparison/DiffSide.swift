import CleansePluginHost

/// One side of a comparison that has a graph.
struct DiffSide {
  let plugins: [PluginInspection]
  let graph: BindingGraph
  /// The findings about the plugins and the graph.
  let findings: [Diagnostic]

  init(plugins: [PluginInspection], graph: BindingGraph, findings: [Diagnostic]) {
    self.plugins = plugins
    self.graph = graph
    self.findings = findings
  }

  init(_ combination: CombinedGraph) {
    self.init(
      plugins: combination.plugins, graph: combination.graph, findings: combination.findings)
  }
}
