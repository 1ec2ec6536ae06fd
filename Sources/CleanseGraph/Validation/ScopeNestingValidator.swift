/// Finds components whose scope is already that of one around them: each scope is the lifetime of
/// one component.
struct ScopeNestingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.components.indices.compactMap { component in
      guard let scope = graph.components[component].scope,
        let outer = graph.components(around: component)
          .first(where: { graph.components[$0].scope == scope })
      else { return nil }
      let factory = graph.bindings.first { $0.subcomponent == component }
      return Diagnostic(
        .scopeNesting, .error,
        "\(graph.components[component].name) has the scope \(scope) of "
          + "\(graph.components[outer].name), which is around it",
        at: factory?.location, provenance: factory?.provenance,
        fix: "give the inner component a scope of its own: struct InnerScope: Scope {}",
        subject: .component(component))
    }
  }
}
