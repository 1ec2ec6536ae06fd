import CleansePluginHost

/// One side of a comparison, where it has a graph.
struct DiffSide {
  let plugins: [PluginInspection]
  let graph: BindingGraph
  /// What is wrong with plugins and graph.
  let findings: [Diagnostic]

  init(plugins: [PluginInspection], graph: BindingGraph, findings: [Diagnostic]) {
    self.plugins = plugins
    self.graph = graph
    self.findings = findings
  }

  init(_ combination: Combination) {
    self.init(
      plugins: combination.plugins, graph: combination.graph, findings: combination.findings)
  }
}
