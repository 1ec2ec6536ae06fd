/// Finds bindings that nothing asks for. What the framework itself binds is left out.
struct UnusedBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    let used = usedGroups(graph)
    return graph.index.groups.indices.filter { !used[$0] }.compactMap { group in
      let group = graph.index.groups[group]
      return finding(group.key, group.places.map { graph.bindings[$0] }, graph)
    }
  }

  /// Whether each group of the index is asked for.
  private func usedGroups(_ graph: BindingGraph) -> [Bool] {
    var used = Array(repeating: false, count: graph.index.groups.count)
    for (index, component) in graph.components.enumerated() {
      if let group = graph.index.number(of: component.root, in: index) { used[group] = true }
    }
    for binding in graph.bindings where !graph.isReplaced(binding) {
      for request in binding.requests {
        for place in graph.index.places(answering: request.key, from: binding.component) {
          used[graph.index.groupsOfBindings[place]] = true
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
