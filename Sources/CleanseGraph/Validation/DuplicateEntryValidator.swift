import CleanseSupport

/// Finds dictionary keys to which several contributions add an entry.
struct DuplicateEntryValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.resolution.groupIndices.filter { graph.resolution.groups[$0].isCollection }
      .flatMap { findings($0, graph) }
  }

  /// The findings that involve a contribution of the component itself; its ancestors report the others.
  private func findings(_ group: GroupIndex, _ graph: BindingGraph) -> [Diagnostic] {
    let (key, component) = (
      graph.resolution.groups[group].key, graph.resolution.groups[group].component
    )
    guard !graph.allowsDuplicateKeys(in: group) else { return [] }
    let parts = graph.resolution.bindings(of: group).map { graph[$0] }
    return parts.grouped(by: \.entry).compactMap { name, rivals in
      guard let name, rivals.count > 1, rivals.contains(where: { $0.component == component }) else {
        return nil
      }
      return Diagnostic(
        .duplicateEntry, .error, "\(key) has \(rivals.count) entries for the key \(name)",
        on: rivals[0], notes: rivals.map { Diagnostic.Note("contributed here", on: $0) },
        fix: "give each its own key, or declare the dictionary with allowsDuplicateKeys: true")
    }
  }
}
