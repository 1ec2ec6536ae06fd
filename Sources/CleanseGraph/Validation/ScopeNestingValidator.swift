/// Finds components with the same scope as an ancestor. A scope is the lifetime of a single component.
struct ScopeNestingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.componentIndices.compactMap { component in
      guard let scope = graph[component].scope,
        let ancestor = graph.ancestors(of: component)
          .first(where: { graph[$0].scope == scope })
      else { return nil }
      let factory = graph.bindings.first { $0.subcomponent == component }
      return Diagnostic(
        .scopeNesting, .error,
        "\(graph[component].name) has the same scope as its ancestor component "
          + "\(graph[ancestor].name): \(scope)",
        at: factory?.location, provenance: factory?.provenance,
        fix: "give \(graph[component].name) its own scope: "
          + "struct SubcomponentScope: Scope {}",
        subject: .component(component))
    }
  }
}
