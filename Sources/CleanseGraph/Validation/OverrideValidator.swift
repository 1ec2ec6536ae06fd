/// Finds overrides without a binding to replace, and overrides of one key with the same precedence.
struct OverrideValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.resolution.groupIndices
      .filter { graph.resolution.groups[$0].highestOverride != nil }
      .flatMap { findings($0, graph) }
  }

  private func findings(_ group: GroupIndex, _ graph: BindingGraph) -> [Diagnostic] {
    let key = graph.resolution.groups[group].key
    let bindings = graph.resolution.members(of: group).map { graph[$0] }
    let overrides = bindings.filter { $0.override != nil }
    guard let first = overrides.first else { return [] }
    let inEffect = graph.resolution.effective(of: group).map { graph[$0] }
    var findings: [Diagnostic] = []
    let component = graph.resolution.groups[group].component
    if bindings.count == overrides.count, graph.resolution.groups[group].ancestor == nil,
      !graph.isOptional(key, from: component)
    {
      findings.append(
        Diagnostic(
          .overrideWithoutTarget, .error, "override of \(key) replaces no binding",
          on: first,
          fix: fix(first, graph)))
    }
    if inEffect.count > 1 {
      findings.append(
        Diagnostic(
          .overrideConflict, .error,
          "\(inEffect.count) overrides of \(key) have the same precedence",
          on: inEffect[0], notes: inEffect.map { Diagnostic.Note("overridden here", on: $0) },
          fix: "give the intended override a higher precedence: "
            + graph.wording(for: inEffect[0]).raisingOverride))
    }
    return findings
  }

  private func fix(_ override: Binding, _ graph: BindingGraph) -> String {
    // Replacements have this precedence; no `.overriding()` was written for them.
    guard override.override != .max else {
      return "bind the type and the tag to replace, or remove this replacement"
    }
    return graph.wording(for: override).removingOverride
  }
}
