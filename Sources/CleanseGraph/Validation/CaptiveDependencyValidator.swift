/// Finds captive dependencies: shared bindings that keep an unshared instance of a class while other
/// bindings get instances of their own, so that a change to one instance is not visible in the others.
struct CaptiveDependencyValidator: GraphValidator {
  /// A shared binding that requests an instance made for it alone.
  private struct Holder {
    /// The shared binding.
    let binding: BindingIndex
    let request: RequestIndex
    /// The binding that provides the instance.
    let answer: BindingIndex
  }

  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    // Bindings are accessed by index: copying one costs more than all checks of it.
    guard graph.bindingIndices.contains(where: { isUnshared(at: $0, graph) }) else { return [] }
    let held = graph.bindingIndices.filter { graph[$0].scope != nil }
      .flatMap { holders(at: $0, graph) }
    guard !held.isEmpty else { return [] }
    let dependents = dependents(of: Set(held.map(\.answer)), graph)
    return held.compactMap { finding($0, dependents[$0.answer] ?? [], graph) }
  }

  /// Whether the binding at the index makes a new object for each request.
  private func isUnshared(at index: BindingIndex, _ graph: BindingGraph) -> Bool {
    graph[index].scope == nil && graph[index].key.isClass
      && graph[index].kind == .single && graph[index].source == .factory
  }

  /// The requests of a shared binding that are each provided with a new instance.
  private func holders(at index: BindingIndex, _ graph: BindingGraph) -> [Holder] {
    let made = instances(at: index, graph).filter { isUnshared(at: $0.answer, graph) }
    guard !made.isEmpty, !graph.resolution.isReplaced[index.number] else { return [] }
    return made.map { Holder(binding: index, request: $0.request, answer: $0.answer) }
  }

  /// For each of these bindings, the indices of the bindings that request an instance of it.
  private func dependents(
    of providers: Set<BindingIndex>, _ graph: BindingGraph
  ) -> [BindingIndex: [BindingIndex]] {
    var dependents: [BindingIndex: [BindingIndex]] = [:]
    for index in graph.bindingIndices {
      let used = Set(instances(at: index, graph).map(\.answer)).intersection(providers)
      guard !used.isEmpty, !graph.resolution.isReplaced[index.number] else { continue }
      for answer in used { dependents[answer, default: []].append(index) }
    }
    return dependents
  }

  /// The requests of a binding for an instance of a class, with the index of the binding that provides it.
  /// A request for a provider does not count: it states that each use makes its own instance.
  private func instances(
    at index: BindingIndex, _ graph: BindingGraph
  ) -> [(request: RequestIndex, answer: BindingIndex)] {
    let requests = graph[index].requests
    var instances: [(request: RequestIndex, answer: BindingIndex)] = []
    for (number, request) in zip(graph[index].requestIndices, requests)
    where request.key.isClass && request.form.isImmediate {
      let answers = graph.answers(to: number, of: index)
      if answers.count == 1 { instances.append((number, answers[0])) }
    }
    return instances
  }

  private func finding(
    _ holder: Holder, _ dependents: [BindingIndex], _ graph: BindingGraph
  ) -> Diagnostic? {
    let others = dependents.lazy.filter { $0 != holder.binding }.prefix(3)
    guard !others.isEmpty else { return nil }
    let (binding, made) = (graph[holder.binding], graph[holder.answer])
    return Diagnostic(
      .captiveDependency, .warning,
      "\(binding.key) is shared, but keeps an unshared instance of \(made.key)",
      on: binding, request: holder.request,
      notes: [
        Diagnostic.Note("\(made.key) is bound here and created for each request", on: made),
        graph.note("\(binding.asRequester) depends on it", on: binding),
      ]
        + others.map {
          graph.note("\(graph[$0].key) gets another instance", on: graph[$0])
        },
      fix: graph.sharing(made, sharing(made, graph))
        + "\nor request Provider<\(made.key.typeName)> to get one for each use")
  }

  private func sharing(_ binding: Binding, _ graph: BindingGraph) -> String {
    let tag = binding.key.tagName.map { ".tagged(with: \($0).self)" } ?? ""
    // Whether the module has a scope is not known.
    let binder =
      binding.provenance.modules.isEmpty
      ? "" : graph[binding.component].scope.map { ", with a Binder<\($0)>" } ?? ""
    return "share it: binder.bind(\(TypeShape.metatype(binding.key.typeName)))\(tag)"
      + ".sharedInScope().to(factory: …)\(binder)"
  }
}
