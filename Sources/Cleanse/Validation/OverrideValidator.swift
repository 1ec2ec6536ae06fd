/// Finds overrides that replace nothing, and overrides of one key that rival each other.
struct OverrideValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.components.indices.flatMap { component in
      graph.keys(of: component).flatMap { findings($0, component, graph) }
    }
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
          at: first.location, provenance: first.provenance,
          remedy: "take .overriding() away, or the binding with what it was written for"))
    }
    if inEffect.count > 1 {
      findings.append(
        Diagnostic(
          .overrideConflict, .error, "\(inEffect.count) overrides of \(key) have the same place",
          at: inEffect.first?.location, provenance: inEffect.first?.provenance,
          notes: inEffect.map {
            Diagnostic.Note("overridden here", at: $0.location, provenance: $0.provenance)
          },
          remedy: "give the one that is to be in effect a higher place: .overriding(1)"))
    }
    return findings
  }
}
