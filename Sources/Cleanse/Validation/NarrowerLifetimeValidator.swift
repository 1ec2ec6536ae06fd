/// Finds shared bindings that keep an instance of a class which is not shared, where others get
/// instances of their own: what the one changes, the others never see.
struct NarrowerLifetimeValidator: GraphValidator {
  /// A shared binding that asks for what is made for it alone.
  private struct Holder {
    let binding: Binding
    let request: Int
    /// The place of what answers.
    let answer: Int
  }

  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    let held = graph.bindings.filter { $0.scope != nil }.flatMap { holders(of: $0, graph) }
    guard !held.isEmpty else { return [] }
    let asking = askers(of: Set(held.map(\.answer)), graph)
    return held.compactMap { finding($0, asking[$0.answer] ?? [], graph) }
  }

  /// The requests of a shared binding that are for an instance and get one made for them.
  private func holders(of binding: Binding, _ graph: BindingGraph) -> [Holder] {
    instances(of: binding, graph).compactMap { request, answer in
      let made = graph.bindings[answer]
      guard made.kind == .single, made.scope == nil, made.source == .factory else { return nil }
      return Holder(binding: binding, request: request, answer: answer)
    }
  }

  /// Those who ask for an instance of what is made at these places.
  private func askers(of places: Set<Int>, _ graph: BindingGraph) -> [Int: [Binding]] {
    var askers: [Int: [Binding]] = [:]
    for binding in graph.bindings {
      for answer in Set(instances(of: binding, graph).map(\.answer)) where places.contains(answer) {
        askers[answer, default: []].append(binding)
      }
    }
    return askers
  }

  /// The requests of a binding that are for an instance of a class, with the place of what answers.
  /// Who asks for a provider says that it makes its own.
  private func instances(
    of binding: Binding, _ graph: BindingGraph
  ) -> [(request: Int, answer: Int)] {
    let requests = binding.requests.indices.filter {
      let request = binding.requests[$0]
      return request.key.isClass && (request.form == .instance || request.form == .optional)
    }
    guard !requests.isEmpty, !graph.isReplaced(binding) else { return [] }
    return requests.compactMap { request in
      let key = binding.requests[request].key
      let answers = graph.index.places(answering: key, from: binding.component)
      return answers.count == 1 ? (request, answers[0]) : nil
    }
  }

  private func finding(
    _ holder: Holder, _ askers: [Binding], _ graph: BindingGraph
  ) -> Diagnostic? {
    let others = askers.lazy.filter { $0.id != holder.binding.id }.prefix(3)
    guard !others.isEmpty else { return nil }
    let made = graph.bindings[holder.answer]
    return Diagnostic(
      .narrowerLifetime, .warning,
      "\(holder.binding.key) is shared, and keeps an instance of \(made.key) that is not",
      on: holder.binding, request: holder.request,
      notes: [
        Diagnostic.Note("\(made.key) is bound here, and made at each request", on: made),
        graph.note("\(holder.binding.key) asks for it", on: holder.binding),
      ] + others.map { graph.note("\($0.key) gets another instance", on: $0) },
      remedy: "share it: binder.bind(\(TypeShape.metatype(made.key.typeName))).sharedInScope()"
        + ".to(factory: …)\nor ask for Provider<\(made.key.typeName)>, and get one for each use")
  }
}
