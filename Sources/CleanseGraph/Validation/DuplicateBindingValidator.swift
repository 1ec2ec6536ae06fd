/// Finds keys with more than one binding, and keys that are bound both as a single value and as a collection,
/// unless an override replaces all of them.
struct DuplicateBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.resolution.groupIndices.compactMap { group in
      let members = graph.resolution.members(of: group)
      guard members.count > 1, graph.resolution.groups[group].highestOverride == nil else {
        return nil
      }
      // By index: collections can be large, and few of them have a finding.
      let rivals = members.filter {
        !graph[$0].kind.isPartOfCollection && graph[$0].kind != .optional
          && graph[$0].kind != .seedElement
      }
      guard !rivals.isEmpty else { return nil }
      let parts = members.filter { graph[$0].kind.isPartOfCollection }
      return finding(
        graph.resolution.groups[group].key, rivals.map { graph[$0] },
        parts.map { graph[$0] }, graph)
    }
  }

  private func finding(
    _ key: Key, _ rivals: [Binding], _ parts: [Binding], _ graph: BindingGraph
  ) -> Diagnostic? {
    guard rivals.count > 1 || !parts.isEmpty else { return nil }
    let all = rivals + parts
    let root = rivals.last(where: { canBeRoot($0, graph) })?.id
    let message =
      rivals.count > 1
      ? "\(key) is bound \(rivals.count) times"
      : "\(key) is bound both as a single value and as a collection"
    return Diagnostic(
      .duplicateBinding, .error, message, on: all[0],
      notes: all.map { binding in
        let phrase =
          binding.id == root
          ? "bound as the root of \(graph[binding.component].name) here" : binding.kind.phrase
        return Diagnostic.Note(phrase, on: binding)
      } + notes(on: key),
      fix: graph.wording(for: all[0]).separatingDuplicates(of: key))
  }
}

/// Whether the binding can be that of `configureRoot`. It runs after `configure(binder:)` of the component, so of several
/// such bindings, it is the last one.
private func canBeRoot(_ binding: Binding, _ graph: BindingGraph) -> Bool {
  binding.kind == .single && binding.key == graph[binding.component].root
    && binding.provenance.origin == nil && binding.provenance.modules.isEmpty
}

/// What two types may have hidden that differ in the source only.
private func notes(on key: Key) -> [Diagnostic.Note] {
  guard key.typeName.hasPrefix("any ") else { return [] }
  return [
    Diagnostic.Note(
      "at run time, \(key.typeName) & Sendable is the same type: tag one of them if both are meant")
  ]
}

extension Binding.Kind {
  fileprivate var phrase: String {
    switch self {
    case .single: "bound here"
    case .decorator: "decorated here"
    case .optional: "declared as an optional here"
    case .seed, .seedElement: "bound as the component's seed"
    case .subcomponent: "bound by installing the component here"
    case .contribution: "contributed to here"
    case .declaration: "declared as a collection here"
    }
  }
}
