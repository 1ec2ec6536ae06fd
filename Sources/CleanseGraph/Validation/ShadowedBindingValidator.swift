/// Finds bindings of an inner component that silently stand in front of one further out.
struct ShadowedBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    // Contributions that are added to an ancestor's collection hide nothing.
    graph.resolution.groups.indices.filter { graph.resolution.groups[$0].inherited == nil }
      .compactMap { group in
        graph.resolution.groups[group].outer.flatMap { finding(group, $0, graph) }
      }
  }

  private func finding(
    _ group: Int, _ outer: Int, _ graph: BindingGraph
  ) -> Diagnostic? {
    let key = graph.resolution.groups[group].key
    let component = graph.resolution.groups[group].component
    let inner = graph.resolution.members(of: group).map { graph.bindings[$0] }
    let outer = graph.resolution.bindings(of: outer).map { graph.bindings[$0] }
    // An override says that it is meant, contributions to one collection are added up, and a legacy
    // object graph, which has no line, is each component's own.
    guard inner.allSatisfy({ $0.override == nil && $0.kind != .optional }),
      let front = inner.first, let hidden = outer.first,
      front.location != nil || front.kind != .single, front.kind != .seedElement,
      !(front.kind.isPartOfCollection && hidden.kind.isPartOfCollection)
    else { return nil }
    return Diagnostic(
      .shadowedBinding, .warning,
      "\(key) in \(graph.components[component].name) hides the one of "
        + graph.components[hidden.component].name,
      on: front, notes: [Diagnostic.Note("hidden is this", on: hidden)],
      fix: "mark it with .overriding() if that is meant; otherwise tag one of the two")
  }
}
