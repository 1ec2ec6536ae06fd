/// What comes of asking for each binding of a graph: an error, or having to wait.
///
/// The linker finds the same on its own, as it also links what was not validated.
struct GraphEffects {
  private let graph: BindingGraph
  /// For each binding, what whoever asks for it meets.
  private var met: [Effect?]

  init(_ graph: BindingGraph) {
    self.graph = graph
    met = graph.bindings.map { binding in
      graph.isReplaced(binding) || binding.call != nil || binding.isPrepared ? nil : binding.effect
    }
    passOn()
  }

  /// Takes an error to all who ask for what can throw while their own value is made.
  private mutating func passOn() {
    var next = graph.bindings.indices.filter { met[$0] == .throwing }
    guard !next.isEmpty else { return }
    let requesters = self.requesters()
    while let place = next.popLast() {
      for requester in requesters[place] where met[requester] == nil {
        met[requester] = .throwing
        next.append(requester)
      }
    }
  }

  /// For each binding, who asks for it while a value of theirs is made.
  private func requesters() -> [[Int]] {
    var requesters: [[Int]] = Array(repeating: [], count: graph.bindings.count)
    for binding in graph.bindings
    where binding.call == nil && !binding.isPrepared && !graph.isReplaced(binding) {
      for request in binding.requests where request.form == .instance || request.form == .optional {
        for place in graph.index.places(answering: request.key, from: binding.component) {
          requesters[place].append(binding.id)
        }
      }
    }
    return requesters
  }

  /// What comes of the request, and of which of the bindings that answer it.
  func met(by key: Key, from component: Int) -> (effect: Effect, cause: Binding)? {
    let places = graph.index.places(answering: key, from: component)
    for effect in [Effect.asynchronous, .throwing] {
      if let place = places.first(where: { met[$0] == effect }) {
        return (effect, graph.bindings[place])
      }
    }
    return nil
  }

  /// The bindings from this one, which can throw, to one whose factory does.
  func way(from binding: Binding) -> [Binding] {
    var way = [binding]
    var seen: Set<Int> = [binding.id]
    while let last = way.last, last.effect == nil {
      let next = last.requests.lazy.filter { $0.form == .instance || $0.form == .optional }
        .flatMap { graph.index.places(answering: $0.key, from: last.component) }
        .first { met[$0] == .throwing && !seen.contains($0) }
      guard let next else { break }
      seen.insert(next)
      way.append(graph.bindings[next])
    }
    return way
  }
}

extension Binding {
  /// Whether `build` awaits it, so that nobody else need.
  var isPrepared: Bool { effect == .asynchronous && scope != nil }

  /// What it copes with when it comes of what it asks for.
  var allowedEffect: Effect? {
    if let call { return call.effect }
    return effect == .asynchronous ? .asynchronous : .throwing
  }
}
