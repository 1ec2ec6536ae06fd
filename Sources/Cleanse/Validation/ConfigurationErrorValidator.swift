/// Passes on what modules reported with `addError`.
struct ConfigurationErrorValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.reported
  }
}
