/// Finds bindings of an inner component that silently stand in front of one further out.
struct HiddenBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.components.indices.flatMap { component in
      graph.components[component].parent.map { parent in
        graph.keys(of: component).compactMap { finding($0, component, parent, graph) }
      } ?? []
    }
  }

  private func finding(
    _ key: Key, _ component: Int, _ parent: Int, _ graph: BindingGraph
  ) -> Diagnostic? {
    let inner = graph.bindings(of: key, in: component)
    let outer = graph.bindings(answering: key, from: parent)
    // An override says that it is meant, contributions to one collection are added up, and a legacy
    // object graph, which has no line, is each component's own.
    guard inner.allSatisfy({ $0.override == nil && $0.kind != .optional }),
      let front = inner.first, let hidden = outer.first,
      front.location != nil || front.kind != .single,
      !(front.kind.isPartOfCollection && hidden.kind.isPartOfCollection)
    else { return nil }
    return Diagnostic(
      .hiddenBinding, .warning,
      "\(key) in \(graph.components[component].name) hides the one of "
        + graph.components[hidden.component].name,
      on: front, notes: [Diagnostic.Note("hidden is this", on: hidden)],
      remedy: "mark it with .overriding() if that is meant; otherwise tag one of the two")
  }
}
