/// Finds overrides without a binding to replace, and overrides of one key with the same precedence.
///
/// A module that is included to override has to replace at least one binding; it may bind helpers of its own besides.
struct OverrideValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    let groups = graph.resolution.groupIndices
      .filter { graph.resolution.groups[$0].highestOverride != nil }
    return groups.flatMap { findings($0, graph) } + needlessModules(groups, graph)
  }

  private func findings(_ group: GroupIndex, _ graph: BindingGraph) -> [Diagnostic] {
    let key = graph.resolution.groups[group].key
    let inEffect = graph.resolution.effective(of: group).map { graph[$0] }
    var findings: [Diagnostic] = []
    let marked = graph.resolution.members(of: group).map { graph[$0] }
      .filter { $0.overridingModule == nil }
    if !hasTarget(group, graph), let first = marked.first {
      findings.append(
        Diagnostic(
          .overrideWithoutTarget, .error, "override of \(key) replaces no binding", on: first,
          fix: fix(first, graph)))
    }
    if inEffect.count > 1 {
      findings.append(
        Diagnostic(
          .overrideConflict, .error,
          "\(inEffect.count) overrides of \(key) have the same precedence",
          on: inEffect[0], notes: inEffect.map { Diagnostic.Note("overridden here", on: $0) },
          fix: fix(conflict: inEffect, graph)))
    }
    return findings
  }

  /// The findings about modules that are included to override, and bind only what replaces nothing.
  private func needlessModules(_ groups: [GroupIndex], _ graph: BindingGraph) -> [Diagnostic] {
    struct Use: Hashable {
      let module: String
      let component: ComponentIndex
      let origin: String?
    }
    var first: [Use: Binding] = [:]
    var order: [Use] = []
    var needed: Set<Use> = []
    for group in groups {
      for binding in graph.resolution.members(of: group).map({ graph[$0] }) {
        guard let module = binding.overridingModule else { continue }
        // Replacements are also in the subcomponents that they are for.
        let use = Use(
          module: module, component: binding.isReplacement ? .root : binding.component,
          origin: binding.provenance.origin)
        if first[use] == nil {
          first[use] = binding
          order.append(use)
        }
        if hasTarget(group, graph) { needed.insert(use) }
      }
    }
    return order.filter { !needed.contains($0) }.compactMap { use in
      first[use].map { binding in
        Diagnostic(
          .overrideWithoutTarget, .error,
          "\(use.module) is included to override, and replaces no binding", on: binding,
          fix: binding.isReplacement
            ? "remove it: the component includes it as well, or binds nothing that it could replace"
            : "include it with include(module:), or remove it if it is no longer needed")
      }
    }
  }

  /// Whether there is a binding or a declaration that the overrides of a group replace.
  private func hasTarget(_ group: GroupIndex, _ graph: BindingGraph) -> Bool {
    let content = graph.resolution.groups[group]
    return content.ancestor != nil || graph.isOptional(content.key, from: content.component)
      || graph.resolution.members(of: group).contains { graph[$0].override == nil }
  }

  private func fix(_ override: Binding, _ graph: BindingGraph) -> String {
    // Usually no `.overriding()` was written for it.
    guard !override.isReplacement else {
      return "bind the type and the tag to replace, or remove this replacement"
    }
    return graph.wording(for: override).removingOverride
  }

  private func fix(conflict overrides: [Binding], _ graph: BindingGraph) -> String {
    let modules = Set(overrides.map(\.overridingModule))
    guard let precedence = overrides[0].override, !overrides[0].isReplacement,
      modules.count > 1 || modules == [nil]
    else { return "keep one of them" }
    let statement =
      overrides.compactMap(\.overridingModule).last.map { module in
        "override(with: \(module).self, precedence: \(precedence + 1))"
      } ?? graph.wording(for: overrides[0]).overriding(precedence + 1)
    return "give the intended override a higher precedence: \(statement)"
  }
}
