/// Finds bindings of a subcomponent that shadow a binding of an ancestor without `.overriding()`.
struct ShadowedBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    // Contributions that are added to an ancestor's collection shadow nothing.
    graph.resolution.groupIndices.filter { graph.resolution.groups[$0].inherited == nil }
      .compactMap { group in
        graph.resolution.groups[group].ancestor.flatMap { finding(group, $0, graph) }
      }
  }

  private func finding(
    _ group: GroupIndex, _ ancestor: GroupIndex, _ graph: BindingGraph
  ) -> Diagnostic? {
    let key = graph.resolution.groups[group].key
    let component = graph.resolution.groups[group].component
    let bindings = graph.resolution.members(of: group).map { graph[$0] }
    let inherited = graph.resolution.bindings(of: ancestor).map { graph[$0] }
    // An override is intended, contributions to one collection are merged, and each component has its own
    // legacy object graph, which has no location.
    guard
      bindings.allSatisfy({ $0.override == nil && $0.kind != .optional && $0.kind != .decorator }),
      let binding = bindings.first, let shadowed = inherited.first,
      binding.location != nil || binding.kind != .single, binding.kind != .seedElement,
      !(binding.kind.isPartOfCollection && shadowed.kind.isPartOfCollection),
      !wrapsNothing(shadowed, graph)
    else { return nil }
    return Diagnostic(
      .shadowedBinding, .warning,
      "\(key) in \(graph[component].name) shadows the binding in "
        + graph[shadowed.component].name,
      on: binding, notes: [note(on: shadowed, graph)], fix: fix(binding, shadowed, graph))
  }

  /// Whether it is a decorator of what is not bound in its component or an ancestor, which is an error.
  private func wrapsNothing(_ shadowed: Binding, _ graph: BindingGraph) -> Bool {
    shadowed.kind == .decorator
      && shadowed.requestIndices.contains {
        shadowed.wraps($0) && graph.resolution.answer(to: $0, of: shadowed.id).defect == .missing
      }
  }

  private func note(on shadowed: Binding, _ graph: BindingGraph) -> Diagnostic.Note {
    guard shadowed.kind == .seed else {
      return Diagnostic.Note("the shadowed binding is here", on: shadowed)
    }
    return Diagnostic.Note(
      "it is the seed of \(graph[shadowed.component].name)", on: shadowed)
  }

  private func fix(_ binding: Binding, _ shadowed: Binding, _ graph: BindingGraph) -> String {
    // Neither is the factory of an installed component.
    guard binding.kind != .subcomponent || shadowed.kind != .subcomponent else {
      return "install it in \(graph[shadowed.component].name) alone, whose subcomponents can "
        + "request its factory, too"
    }
    // A seed can't be marked as an override.
    guard binding.kind == .seed else {
      return "mark it with .overriding() if this is intended; otherwise tag one of the two"
    }
    return shadowed.kind == .seed
      ? "tag one of the two seeds: typealias Seed = TaggedProvider<…>"
      : "tag one of the two: the seed with typealias Seed = TaggedProvider<…>"
  }
}
