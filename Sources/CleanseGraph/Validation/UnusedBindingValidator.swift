/// Finds bindings that nothing asks for. What the framework itself binds is left out.
struct UnusedBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    let used = usedGroups(graph)
    let unused = graph.resolution.groups.indices.filter { !used[$0] }
    guard !unused.isEmpty else { return [] }
    let collections = Dictionary(
      graph.bindings.filter(\.kind.isPartOfCollection).map { ($0.key.typeName, $0) },
      uniquingKeysWith: { first, _ in first })
    return unused.compactMap { group in
      let key = graph.resolution.groups[group].key
      return finding(
        key, graph.resolution.members(of: group).map { graph.bindings[$0] },
        collection: collections["[\(key.typeName)]"])
    }
  }

  /// Whether each group provides a request or a root.
  private func usedGroups(_ graph: BindingGraph) -> [Bool] {
    var used = Array(repeating: false, count: graph.resolution.groups.count)
    func use(_ answer: Resolution.Answer) {
      guard let group = answer.group, !answer.isAbsent else { return }
      for group in graph.resolution.chain(from: group) { used[group] = true }
    }
    graph.resolution.roots.forEach(use)
    for place in graph.bindings.indices where !graph.resolution.isReplaced[place] {
      graph.resolution.answers(of: place).forEach(use)
    }
    return used
  }

  private func finding(
    _ key: Key, _ bindings: [Binding], collection: Binding?
  ) -> Diagnostic? {
    let unused = bindings.filter {
      ($0.kind == .single || $0.kind == .contribution || $0.kind == .subcomponent)
        && $0.location != nil
    }
    guard let first = unused.first else { return nil }
    var notes = unused.dropFirst().map { Diagnostic.Note("bound here, too", on: $0) }
    if let collection {
      notes.append(Diagnostic.Note("there is a collection \(collection.key)", on: collection))
    }
    return Diagnostic(
      .unusedBinding, .warning, "nothing asks for \(key)", on: first, notes: notes,
      fix: collection == nil
        ? "remove it, or the declaration of whoever was to ask for it is missing"
        : "add .intoCollection() if it is meant as one of the elements")
  }
}
