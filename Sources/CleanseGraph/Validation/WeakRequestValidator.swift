/// Finds weak requests of a value that is not shared: they would never find an instance.
struct WeakRequestValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    guard graph.resolution.groups.contains(where: \.isRequestedWeakly) else { return [] }
    let bindings = graph.bindingIndices.filter { !graph.resolution.isReplaced[$0.number] }
    return bindings.flatMap { index in
      let requests = graph[index].requests
      return graph[index].requestIndices.filter { requests[$0].form.isWeak }
        .compactMap { finding(graph[index], $0, graph) }
    }
  }

  private func finding(
    _ binding: Binding, _ number: RequestIndex, _ graph: BindingGraph
  ) -> Diagnostic? {
    let request = binding[number]
    let answers = graph.answers(to: number, of: binding.id).map { graph[$0] }
    guard let answer = answers.first,
      answers.count > 1 || !answer.canBeShared || answer.scope == nil
    else { return nil }
    return Diagnostic(
      .weakWithoutScope, .error,
      "\(binding.key) depends weakly on \(request.key), which is not shared",
      on: binding, request: number,
      notes: [
        Diagnostic.Note(phrase(for: answer, request.key, graph), on: answer),
        graph.note("\(binding.asRequester) depends on it\(request.form.phrase)", on: binding),
      ],
      fix: fix(answer, graph))
  }

  private func phrase(for answer: Binding, _ key: Key, _ graph: BindingGraph) -> String {
    answer.kind == .seed
      ? "\(key) is the seed of \(graph[answer.component].name)" : "\(key) is bound here"
  }

  private func fix(_ answer: Binding, _ graph: BindingGraph) -> String {
    let other = "request it in another form"
    guard answer.canBeShared else { return other }
    // configureRoot has no way to share the root.
    guard graph[answer.component].root == answer.key, answer.provenance.modules.isEmpty
    else { return "\(graph.sharing(answer, "share it with .sharedInScope()")), or \(other)" }
    return
      "make a type that holds it the root of \(graph[answer.component].name), and bind "
      + "\(answer.key) in configure(binder:) with .sharedInScope(); or \(other)"
  }
}

extension Binding {
  /// Whether the instance that it provides can be shared: it is no collection, no seed and no factory of a component.
  fileprivate var canBeShared: Bool { kind == .single || kind == .decorator }
}
