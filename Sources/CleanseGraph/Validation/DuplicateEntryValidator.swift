/// Finds entries of one key that several contributions add to a dictionary.
struct DuplicateEntryValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.resolution.groups.indices.filter { graph.resolution.groups[$0].isCollection }
      .flatMap { findings($0, graph) }
  }

  /// The findings in which the component itself has a part; those further out are told there.
  private func findings(_ group: Int, _ graph: BindingGraph) -> [Diagnostic] {
    let (key, component) = (
      graph.resolution.groups[group].key, graph.resolution.groups[group].component
    )
    let parts = graph.resolution.bindings(of: group).map { graph.bindings[$0] }
    guard !parts.contains(where: { $0.allowsDuplicateKeys == true }) else { return [] }
    var names: [String] = []
    var byName: [String: [Binding]] = [:]
    for binding in parts {
      guard let name = binding.entry else { continue }
      if byName[name] == nil { names.append(name) }
      byName[name, default: []].append(binding)
    }
    return names.compactMap { name in
      let rivals = byName[name] ?? []
      guard rivals.count > 1, rivals.contains(where: { $0.component == component }) else {
        return nil
      }
      return Diagnostic(
        .duplicateEntry, .error, "\(key) gets \(rivals.count) entries of the key \(name)",
        on: rivals[0], notes: rivals.map { Diagnostic.Note("contributed here", on: $0) },
        fix: "give each its own key, or declare the dictionary with allowsDuplicateKeys: true")
    }
  }
}
