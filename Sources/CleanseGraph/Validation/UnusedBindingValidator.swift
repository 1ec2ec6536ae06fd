/// Finds bindings that are never used, except for those of the framework itself and those that a rejected
/// contributor depends on.
struct UnusedBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    let used = usedGroups(graph)
    let rejected = rejectedRequests(graph)
    // Only the names of unused keys are derived, as names cost more than all else that is done for a binding.
    let unused = graph.resolution.groupIndices.filter { group in
      !used[group.number] && !rejected.contains(graph.resolution.groups[group].key)
    }
    guard !unused.isEmpty else { return [] }
    // Different types of one name are a finding of their own.
    let copied = Set(graph.resolution.groups.lazy.map(\.key).filter(\.isCopy).map(\.name))
    let collections = Dictionary(
      graph.bindings.filter(\.kind.isPartOfCollection).map { ($0.key.typeName, $0) },
      uniquingKeysWith: { $0.kind == .declaration || $1.kind != .declaration ? $0 : $1 })
    return unused.compactMap { group in
      let key = graph.resolution.groups[group].key
      guard key.isPrivate || !copied.contains(key.name) else { return nil }
      return finding(
        key, graph.resolution.members(of: group).map { graph[$0] },
        collection: collections["[\(key.typeName)]"], in: graph)
    }
  }

  /// Whether each group provides a request or a root.
  private func usedGroups(_ graph: BindingGraph) -> [Bool] {
    var used = Array(repeating: false, count: graph.resolution.groups.count)
    func use(_ answer: Resolution.Answer) {
      var next = answer.isAbsent ? nil : answer.group
      while let group = next, !used[group.number] {
        used[group.number] = true
        next = graph.resolution.groups[group].inherited
      }
    }
    graph.resolution.roots.forEach(use)
    for service in graph.resolution.services.values.joined() {
      let group = graph.resolution.groupsOfBindings[service.binding.number]
      use(Resolution.Answer(group: group, levels: 0))
    }
    for index in graph.bindingIndices where !graph.resolution.isReplaced[index.number] {
      graph.resolution.answers(of: index).forEach(use)
    }
    return used
  }

  /// The keys that rejected contributors depend on: their rejection is the problem, and it is reported.
  private func rejectedRequests(_ graph: BindingGraph) -> Set<Key> {
    guard !graph.dropped.isEmpty else { return [] }
    // A binding that another contributor provides as well is not lost.
    let kept = Set(graph.bindings.map { BindingGraph.Dropped($0).identity })
    return Set(graph.dropped.filter { !kept.contains($0.identity) }.flatMap(\.requests))
  }

  private func finding(
    _ key: Key, _ bindings: [Binding], collection: Binding?, in graph: BindingGraph
  ) -> Diagnostic? {
    let unused = bindings.filter {
      ($0.kind == .single || $0.kind == .contribution || $0.kind == .subcomponent)
        && $0.location != nil
    }
    guard let first = unused.first else { return nil }
    var notes = unused.dropFirst().map { Diagnostic.Note("also bound here", on: $0) }
    if let collection {
      notes.append(
        Diagnostic.Note(
          "the collection \(collection.key) is "
            + (collection.kind == .declaration ? "declared here" : "bound here"), on: collection))
    }
    let wording = graph.wording(for: first)
    let spelling = graph.declarations.names?.spelling(of: key)
    return Diagnostic(
      .unusedBinding, .warning, "\(key) is never used", on: first, notes: notes,
      fix: spelling
        ?? (collection == nil
          ? "remove it, or add the binding that should depend on it"
          : "\(wording.contributing) if it is intended as one of the elements"))
  }
}

extension BindingGraph.Dropped {
  /// What is equal for the same declaration, whichever contributor includes it.
  fileprivate struct Identity: Hashable {
    let key: Key
    let location: SourceLocation?
  }

  fileprivate var identity: Identity { Identity(key: key, location: location) }
}
