/// Finds shared bindings that keep an instance of a class which is not shared, where others get
/// instances of their own: what the one changes, the others never see.
struct CaptiveDependencyValidator: GraphValidator {
  /// A shared binding that asks for what is made for it alone.
  private struct Holder {
    let place: Int
    let request: Int
    /// The place of what answers.
    let answer: Int
  }

  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    // Bindings are looked at in their place, as copying one takes longer than all that is asked of it.
    guard graph.bindings.indices.contains(where: { isMadeAnew(at: $0, graph) }) else { return [] }
    let held = graph.bindings.indices.filter { graph.bindings[$0].scope != nil }
      .flatMap { holders(at: $0, graph) }
    guard !held.isEmpty else { return [] }
    let asking = dependents(of: Set(held.map(\.answer)), graph)
    return held.compactMap { finding($0, asking[$0.answer] ?? [], graph) }
  }

  /// Whether the binding at the place makes an object for each request.
  private func isMadeAnew(at place: Int, _ graph: BindingGraph) -> Bool {
    graph.bindings[place].scope == nil && graph.bindings[place].key.isClass
      && graph.bindings[place].kind == .single && graph.bindings[place].source == .factory
  }

  /// The requests of a shared binding that are for an instance and get one made for them.
  private func holders(at place: Int, _ graph: BindingGraph) -> [Holder] {
    let made = instances(at: place, graph).filter { isMadeAnew(at: $0.answer, graph) }
    guard !made.isEmpty, !graph.resolution.isReplaced[place] else { return [] }
    return made.map { Holder(place: place, request: $0.request, answer: $0.answer) }
  }

  /// The places of those who ask for an instance of what is made at these places.
  private func dependents(of places: Set<Int>, _ graph: BindingGraph) -> [Int: [Int]] {
    var dependents: [Int: [Int]] = [:]
    for place in graph.bindings.indices {
      let asked = Set(instances(at: place, graph).map(\.answer)).intersection(places)
      guard !asked.isEmpty, !graph.resolution.isReplaced[place] else { continue }
      for answer in asked { dependents[answer, default: []].append(place) }
    }
    return dependents
  }

  /// The requests of a binding that are for an instance of a class, with the place of what answers.
  /// Who asks for a provider says that it makes its own.
  private func instances(
    at place: Int, _ graph: BindingGraph
  ) -> [(request: Int, answer: Int)] {
    let requests = graph.bindings[place].requests
    var instances: [(request: Int, answer: Int)] = []
    for (number, request) in requests.enumerated()
    where request.key.isClass && (request.form == .instance || request.form == .optional) {
      let answers = graph.answers(to: number, of: place)
      if answers.count == 1 { instances.append((number, answers[0])) }
    }
    return instances
  }

  private func finding(
    _ holder: Holder, _ dependents: [Int], _ graph: BindingGraph
  ) -> Diagnostic? {
    let others = dependents.lazy.filter { $0 != holder.place }.prefix(3)
    guard !others.isEmpty else { return nil }
    let (binding, made) = (graph.bindings[holder.place], graph.bindings[holder.answer])
    return Diagnostic(
      .captiveDependency, .warning,
      "\(binding.key) is shared, and keeps an instance of \(made.key) that is not",
      on: binding, request: holder.request,
      notes: [
        Diagnostic.Note("\(made.key) is bound here, and made at each request", on: made),
        graph.note("\(binding.key) asks for it", on: binding),
      ]
        + others.map {
          graph.note("\(graph.bindings[$0].key) gets another instance", on: graph.bindings[$0])
        },
      fix: "share it: binder.bind(\(TypeShape.metatype(made.key.typeName))).sharedInScope()"
        + ".to(factory: …)\nor ask for Provider<\(made.key.typeName)>, and get one for each use")
  }
}
