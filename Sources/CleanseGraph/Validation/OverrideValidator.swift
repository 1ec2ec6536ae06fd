/// Finds overrides that replace nothing, and overrides of one key that rival each other.
struct OverrideValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.resolution.groups.indices
      .filter { graph.resolution.groups[$0].highestOverride != nil }
      .flatMap { findings($0, graph) }
  }

  private func findings(_ group: Int, _ graph: BindingGraph) -> [Diagnostic] {
    let key = graph.resolution.groups[group].key
    let bindings = graph.resolution.members(of: group).map { graph.bindings[$0] }
    let overrides = bindings.filter { $0.override != nil }
    guard let first = overrides.first else { return [] }
    let inEffect = graph.resolution.effective(of: group).map { graph.bindings[$0] }
    var findings: [Diagnostic] = []
    let component = graph.resolution.groups[group].component
    if bindings.count == overrides.count, graph.resolution.groups[group].outer == nil,
      !graph.isOptional(key, from: component)
    {
      findings.append(
        Diagnostic(
          .overrideWithoutTarget, .error, "an override of \(key) replaces nothing",
          on: first,
          fix: fix(first, graph)))
    }
    if inEffect.count > 1 {
      findings.append(
        Diagnostic(
          .overrideConflict, .error, "\(inEffect.count) overrides of \(key) have the same place",
          on: inEffect[0], notes: inEffect.map { Diagnostic.Note("overridden here", on: $0) },
          fix: "give the one that is to be in effect a higher place: "
            + graph.wording(for: inEffect[0]).raisingOverride))
    }
    return findings
  }

  private func fix(_ override: Binding, _ graph: BindingGraph) -> String {
    // The place of replacements; nobody wrote a step for it.
    guard override.override != .max else {
      return "bind the type and the tag that are to be replaced, or take this replacement away"
    }
    return graph.wording(for: override).removingOverride
  }
}
