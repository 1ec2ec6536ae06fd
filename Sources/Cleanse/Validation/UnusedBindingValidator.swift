/// Finds bindings that nothing asks for. What the framework itself binds is left out.
struct UnusedBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    let used = usedKeys(graph)
    return graph.components.indices.flatMap { component in
      graph.keys(of: component).filter { !used.contains(Place(component: component, key: $0)) }
        .compactMap { finding($0, graph.bindings(of: $0, in: component), graph) }
    }
  }

  private struct Place: Hashable {
    let component: Int
    let key: Key
  }

  /// The keys that are asked for, each in the components whose bindings answer.
  private func usedKeys(_ graph: BindingGraph) -> Set<Place> {
    var used: Set<Place> = []
    for (index, component) in graph.components.enumerated() {
      used.insert(Place(component: index, key: component.root))
    }
    for binding in graph.bindings where !graph.isReplaced(binding) {
      for request in binding.requests {
        for answer in graph.bindings(answering: request.key, from: binding.component) {
          used.insert(Place(component: answer.component, key: request.key))
        }
      }
    }
    return used
  }

  private func finding(_ key: Key, _ bindings: [Binding], _ graph: BindingGraph) -> Diagnostic? {
    let unused = bindings.filter {
      ($0.kind == .single || $0.kind == .contribution || $0.kind == .subcomponent)
        && $0.location != nil
    }
    guard let first = unused.first else { return nil }
    let collection = graph.bindings.first {
      $0.kind.isPartOfCollection && $0.key.typeName == "[\(key.typeName)]"
    }
    var notes = unused.dropFirst().map {
      Diagnostic.Note("bound here, too", at: $0.location, provenance: $0.provenance)
    }
    if let collection {
      notes.append(
        Diagnostic.Note(
          "there is a collection \(collection.key)", at: collection.location,
          provenance: collection.provenance))
    }
    return Diagnostic(
      .unusedBinding, .warning, "nothing asks for \(key)", at: first.location,
      provenance: first.provenance, notes: notes,
      remedy: collection == nil
        ? "remove it, or the declaration of whoever was to ask for it is missing"
        : "add .intoCollection() if it is meant as one of the elements")
  }
}
