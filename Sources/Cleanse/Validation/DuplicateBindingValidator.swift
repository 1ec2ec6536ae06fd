/// Finds keys that more than one binding answers, and collections that are bound as a whole as
/// well.
struct DuplicateBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.resolution.groups.indices
      .filter { graph.resolution.groups[$0].members.count > 1 }
      .compactMap { group in
        finding(
          graph.resolution.groups[group].key,
          graph.resolution.members(of: group).map { graph.bindings[$0] })
      }
  }

  private func finding(_ key: Key, _ bindings: [Binding]) -> Diagnostic? {
    let parts = bindings.filter(\.kind.isPartOfCollection)
    let rivals = bindings.filter {
      !$0.kind.isPartOfCollection && $0.kind != .optional && $0.kind != .seedElement
        && $0.override == nil
    }
    guard rivals.count > 1 || !rivals.isEmpty && !parts.isEmpty else { return nil }
    let all = rivals + parts
    let message =
      rivals.count > 1
      ? "\(key) is bound \(rivals.count) times"
      : "\(key) is bound as a whole and as a collection"
    return Diagnostic(
      .duplicateBinding, .error, message, on: all[0],
      notes: all.map { Diagnostic.Note($0.kind.phrase, on: $0) },
      remedy: all[0].wording.separatingDuplicates)
  }
}

extension Binding.Kind {
  fileprivate var phrase: String {
    switch self {
    case .single: "bound here"
    case .optional: "declared as an optional here"
    case .seed, .seedElement: "bound as the component's seed"
    case .subcomponent: "bound by installing the component here"
    case .contribution: "contributed to as a collection here"
    case .declaration: "declared as a collection here"
    }
  }
}
