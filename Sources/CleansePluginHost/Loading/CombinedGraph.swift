public import Cleanse

/// What came of a component and the plugins that extend it: what became of each file, the combined
/// graph, and what is wrong with it.
public struct CombinedGraph: Sendable {
  /// What became of every file; a plugin that refused to be used is rejected here.
  public let inspections: [PluginInspection]
  /// The combined graph.
  public let graph: BindingGraph
  /// What the validators found: the built-in ones, the service loader's and the plugins' own.
  public let diagnostics: [Diagnostic]

  /// Validates the graph.
  init(
    _ inspections: [PluginInspection], _ graph: BindingGraph, _ contributed: ContributedFindings,
    severities: [Diagnostic.Code: Diagnostic.Severity], serviceLoader: CleanseServiceLoader
  ) {
    self.inspections = inspections
    let graph = graph.addingDropped(inspections.flatMap(\.wouldBind))
    self.graph = graph
    let own = serviceLoader.validators
    switch contributed {
    case .found(let further):
      diagnostics = GraphValidation(plugins: own, severities: severities)
        .diagnostics(of: graph, and: further)
    case .notMade(let reasons):
      // What keeps the contributed validators from being made stands among the findings.
      let found = GraphValidation(plugins: own, severities: severities).diagnostics(of: graph)
      let weighed = reasons.map { reason in
        var weighed = reason
        weighed.severity = severities[reason.code] ?? reason.severity
        return weighed
      }
      diagnostics = weighed.filter { !found.contains($0) } + found
    }
  }

  /// What is known where the plugins can't be brought together at all.
  init(
    _ inspections: [PluginInspection], _ graph: BindingGraph, diagnostics: [Diagnostic]
  ) {
    self.inspections = inspections
    self.graph = graph
    self.diagnostics = diagnostics
  }

  /// The files that were rejected, each with its reasons.
  public var rejections: [Diagnostic] {
    inspections.flatMap(\.diagnostics).filter { $0.severity == .error }
  }
}
