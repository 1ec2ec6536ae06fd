/// Finds errors of factories that would come up where nobody can pass them on.
struct UnhandledErrorValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    guard graph.bindings.indices.contains(where: { graph.bindings[$0].effect != nil }) else {
      return []
    }
    let effects = GraphEffects(graph)
    return requests(graph, effects) + calls(graph) + roots(graph, effects)
  }

  /// Requests in a form that can't pass an error on; one finding for each key.
  private func requests(_ graph: BindingGraph, _ effects: GraphEffects) -> [Diagnostic] {
    var requesters: [Key: [(binding: Binding, place: Int)]] = [:]
    var causes: [(key: Key, cause: Binding)] = []
    for binding in graph.bindings where !graph.isReplaced(binding) {
      for (place, request) in binding.requests.enumerated() {
        let allowed = request.form.effectAllowed(to: binding.allowedEffect)
        guard allowed == nil, let met = effects.met(by: request.key, from: binding.component),
          met.effect == .throwing
        else { continue }
        if requesters[request.key] == nil { causes.append((request.key, met.cause)) }
        requesters[request.key, default: []].append((binding, place))
      }
    }
    return causes.compactMap { key, cause in
      guard let asking = requesters[key], let first = asking.first else { return nil }
      return Diagnostic(
        .unhandledError, .error,
        "making \(key) can throw, and who asks for it can't pass an error on",
        on: first.binding, request: first.place,
        notes: asking.map { binding, place in
          graph.note(
            "\(binding.key) asks for it\(binding.requests[place].form.phrase)", on: binding)
        } + [origin(cause, effects)],
        remedy: first.binding.signature == nil ? remedy(key, first.binding) : remedyInC(key))
    }
  }

  /// Factories of their own that throw in a call that can't.
  private func calls(_ graph: BindingGraph) -> [Diagnostic] {
    graph.bindings.filter { $0.effect == .throwing && $0.call != nil && $0.allowedEffect == nil }
      .map { binding in
        Diagnostic(
          .unhandledError, .error, "the factory of \(binding.key) throws, and its build can't",
          on: binding,
          remedy: "let the assisted factory conform to ThrowingAssistedFactory")
      }
  }

  /// Roots that can throw, of components whose build can't.
  private func roots(_ graph: BindingGraph, _ effects: GraphEffects) -> [Diagnostic] {
    graph.components.enumerated().compactMap { index, component in
      guard component.effect == nil, let met = effects.met(by: component.root, from: index),
        met.effect == .throwing
      else { return nil }
      return Diagnostic(
        .unhandledError, .error,
        "making \(component.root), the root of \(component.name), can throw, and its build can't",
        on: met.cause,
        notes: [origin(met.cause, effects)],
        remedy: "let \(component.name) conform to ThrowingComponent, and build it with try",
        arguments: [.init("component", component.name)])
    }
  }

  private func origin(_ cause: Binding, _ effects: GraphEffects) -> Diagnostic.Note {
    let way = effects.way(from: cause)
    let last = way.last ?? cause
    let path = way.map(\.key.description).joined(separator: " → ")
    return Diagnostic.Note(
      "the factory of \(last.key) throws" + (way.count > 1 ? ", by way of \(path)" : ""),
      on: last)
  }

  /// What asks in C in a form that can't pass an error on is a provider.
  private func remedyInC(_ key: Key) -> String {
    func provider(of type: String?) -> String {
      let type = type ?? "TYPE"
      return type + (type.hasSuffix("*") ? "(*next)" : " (*next)")
    }
    return
      "write `\(provider(of: CSpelling.inSignature(key)))() throws`, and let the function take "
      + "`\(provider(of: CSpelling.inDeclaration(key)))(cleanse_error *)`"
  }

  private func remedy(_ key: Key, _ requester: Binding) -> String {
    let provider =
      key.tagName.map { "TaggedThrowingProvider<\($0)>" } ?? "ThrowingProvider<\(key.typeName)>"
    if case .factory(let description) = TypeShape(requester.key.typeName), requester.call != nil {
      return "ask for \(provider), or let \(description) conform to ThrowingAssistedFactory"
    }
    guard requester.call == nil, key.tag == nil else { return "ask for \(provider)" }
    return "ask for \(provider), or for \(key.typeName) itself"
  }
}
