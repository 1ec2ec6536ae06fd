/// Finds bindings that nothing asks for. What the framework itself binds is left out.
struct UnusedBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    let used = usedGroups(graph)
    let collections = collections(graph)
    return graph.index.groups.indices.filter { !used[$0] }.compactMap { number in
      let group = graph.index.groups[number]
      return finding(
        group.key, group.places.map { graph.bindings[$0] },
        collections["[\(group.key.typeName)]"].map { graph.bindings[$0] })
    }
  }

  /// Whether each group of the index is asked for.
  private func usedGroups(_ graph: BindingGraph) -> [Bool] {
    var used = Array(repeating: false, count: graph.index.groups.count)
    for (index, component) in graph.components.enumerated() {
      if let group = graph.index.number(of: component.root, in: index) { used[group] = true }
    }
    for place in graph.bindings.indices where !graph.isReplaced(at: place) {
      for case let answer? in graph.index.answersOfBindings[place] {
        for group in graph.index.chain(from: answer) { used[group] = true }
      }
    }
    return used
  }

  /// The first binding of each collection, by the name of its type.
  private func collections(_ graph: BindingGraph) -> [String: Int] {
    var collections: [String: Int] = [:]
    for place in graph.bindings.indices where graph.bindings[place].kind.isPartOfCollection {
      let name = graph.bindings[place].key.typeName
      if collections[name] == nil { collections[name] = place }
    }
    return collections
  }

  private func finding(
    _ key: Key, _ bindings: [Binding], _ collection: Binding?
  ) -> Diagnostic? {
    let unused = bindings.filter {
      ($0.kind == .single || $0.kind == .contribution || $0.kind == .subcomponent)
        && $0.location != nil
    }
    guard let first = unused.first else { return nil }
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
