/// Finds overrides that replace nothing, and overrides of one key that rival each other.
struct OverrideValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.index.groups.filter { $0.highestOverride != nil }
      .flatMap { findings($0.key, $0.component, graph) }
  }

  private func findings(_ key: Key, _ component: Int, _ graph: BindingGraph) -> [Diagnostic] {
    let bindings = graph.bindings(of: key, in: component)
    let overrides = bindings.filter { $0.override != nil }
    guard let first = overrides.first else { return [] }
    let inEffect = overrides.filter { !graph.isReplaced($0) }
    var findings: [Diagnostic] = []
    let outer = graph.components[component].parent.map { graph.bindings(answering: key, from: $0) }
    if bindings.count == overrides.count, outer?.isEmpty ?? true {
      findings.append(
        Diagnostic(
          .overrideWithoutTarget, .error, "an override of \(key) replaces nothing",
          on: first,
          remedy: remedy(first)))
    }
    if inEffect.count > 1 {
      findings.append(
        Diagnostic(
          .overrideConflict, .error, "\(inEffect.count) overrides of \(key) have the same place",
          on: inEffect[0], notes: inEffect.map { Diagnostic.Note("overridden here", on: $0) },
          remedy: "give the one that is to be in effect a higher place: "
            + (inEffect[0].signature == nil
              ? ".overriding(1)" : "CLEANSE_BIND_AT(…, CLEANSE_OVERRIDE, 1)")))
    }
    return findings
  }

  private func remedy(_ override: Binding) -> String {
    // The place of replacements; nobody wrote a step for it.
    guard override.override != .max else {
      return "bind the type and the tag that are to be replaced, or take this replacement away"
    }
    return override.signature == nil
      ? "take .overriding() away, or the binding with what it was written for"
      : "take CLEANSE_OVERRIDE away, or the binding with what it was written for"
  }
}
