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
    let copied = Set(
      graph.resolution.groupIndices.lazy.map { graph.resolution.groups[$0].key }.filter(\.isCopy)
        .map(\.name))
    let collections = Dictionary(
      graph.bindings.filter(\.kind.isPartOfCollection).map { ($0.key.typeName, $0) },
      uniquingKeysWith: { $0.kind == .declaration || $1.kind != .declaration ? $0 : $1 })
    return unused.compactMap { group in
      let key = graph.resolution.groups[group].key
      guard key.isPrivate || !copied.contains(key.name) else { return nil }
      if let decorator = graph.resolution.members(of: group).first,
        graph[decorator].kind == .decorator
      {
        return isUseless(decorator, used, in: graph) ? finding(on: graph[decorator], graph) : nil
      }
      return finding(
        key, graph.resolution.members(of: group).map { graph[$0] },
        collection: collections["[\(key.typeName)]"], in: graph)
    }
  }

  /// Whether each group provides a request or a root. A decorator uses what it wraps only if it is used itself.
  private func usedGroups(_ graph: BindingGraph) -> [Bool] {
    let resolution = graph.resolution
    var used = Array(repeating: false, count: resolution.groups.count)
    var waiting = resolution.roots.compactMap(\.used)
    for service in resolution.services.values.joined() {
      waiting.append(resolution.groupsOfBindings[service.binding.number])
    }
    for index in graph.bindingIndices where !resolution.isReplaced[index.number] {
      guard graph[index].kind == .decorator else {
        for answer in resolution.answers(of: index) {
          if let group = answer.used { waiting.append(group) }
        }
        continue
      }
      for request in graph[index].requestIndices where !graph[index].wraps(request) {
        if let group = resolution.answer(to: request, of: index).used { waiting.append(group) }
      }
    }
    while let group = waiting.popLast() {
      guard !used[group.number] else { continue }
      used[group.number] = true
      if let inherited = resolution.groups[group].inherited { waiting.append(inherited) }
      waiting += wrapped(by: resolution.members(of: group).first, in: graph).compactMap(\.used)
    }
    return used
  }

  /// The answers to the requests of a decorator for what it wraps; empty for another binding.
  private func wrapped(
    by decorator: BindingIndex?, in graph: BindingGraph
  ) -> [Resolution.Answer] {
    guard let decorator, graph[decorator].kind == .decorator else { return [] }
    return graph[decorator].requestIndices.filter(graph[decorator].wraps)
      .map { graph.resolution.answer(to: $0, of: decorator) }
  }

  /// Whether an unused decorator is a finding itself: what it wraps is used without it, or is an optional that has no
  /// binding and that no other binding requests. Otherwise, what it wraps is the finding.
  private func isUseless(
    _ decorator: BindingIndex, _ used: [Bool], in graph: BindingGraph
  ) -> Bool {
    guard graph.resolution.isReplaced[decorator.number] else {
      return wrapped(by: decorator, in: graph).contains {
        $0.group.map { used[$0.number] } ?? false
      }
    }
    let key = graph[decorator].key
    return !graph.bindings.contains { binding in
      binding.requestIndices.contains { binding[$0].key == key && !binding.wraps($0) }
    }
  }

  private func finding(on decorator: Binding, _ graph: BindingGraph) -> Diagnostic {
    Diagnostic(
      .unusedBinding, .warning, "\(decorator.asRequester) is never used", on: decorator,
      fix: graph.declarations.names?.spelling(of: decorator.key)
        ?? "remove it, or correct the type or the name of what it decorates")
  }

  /// The keys that rejected contributors depend on: their rejection is the problem, and it is reported.
  private func rejectedRequests(_ graph: BindingGraph) -> Set<Key> {
    Set(graph.lost.flatMap(\.requests))
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

extension Resolution.Answer {
  /// The group that the request uses; nil if it has no binding.
  fileprivate var used: GroupIndex? { isAbsent ? nil : group }
}
