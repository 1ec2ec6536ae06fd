/// Finds errors of factories that would come up where nobody can pass them on.
struct UnhandledErrorValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    guard graph.bindings.indices.contains(where: { graph.bindings[$0].effect != nil }) else {
      return []
    }
    return requests(graph) + calls(graph) + roots(graph)
  }

  /// Requests in a form that can't pass an error on; one finding for each key.
  private func requests(_ graph: BindingGraph) -> [Diagnostic] {
    var requesters: [Key: [(binding: Binding, place: Int)]] = [:]
    var causes: [(key: Key, cause: Binding)] = []
    for index in graph.bindings.indices where !graph.resolution.isReplaced[index] {
      for (place, answer) in graph.resolution.answers(of: index).enumerated()
      where answer.defect == .unhandledError {
        let binding = graph.bindings[index]
        let request = binding.requests[place]
        guard let cause = graph.cause(of: .throwing, by: answer) else { continue }
        if requesters[request.key] == nil { causes.append((request.key, cause)) }
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
        } + [origin(cause, graph)],
        fix: graph.wording(for: first.binding)
          .handlingError(of: key, in: first.binding))
    }
  }

  /// Factories of their own that throw in a call that can't.
  private func calls(_ graph: BindingGraph) -> [Diagnostic] {
    graph.resolution.defects.filter { $0.value == .unhandledError }.keys.sorted()
      .map { graph.bindings[$0] }.map { binding in
        Diagnostic(
          .unhandledError, .error, "the factory of \(binding.key) throws, and its build can't",
          on: binding,
          fix: "let the assisted factory conform to ThrowingAssistedFactory")
      }
  }

  /// Roots that can throw, of components whose build can't.
  private func roots(_ graph: BindingGraph) -> [Diagnostic] {
    graph.components.enumerated().compactMap { index, component in
      let root = graph.resolution.roots[index]
      guard root.defect == .unhandledError, let cause = graph.cause(of: .throwing, by: root)
      else { return nil }
      return Diagnostic(
        .unhandledError, .error,
        "making \(component.root), the root of \(component.name), can throw, and its build can't",
        on: cause,
        notes: [origin(cause, graph)],
        fix: "let \(component.name) conform to ThrowingComponent, and build it with try",
        arguments: [.init("component", component.name)])
    }
  }

  private func origin(_ cause: Binding, _ graph: BindingGraph) -> Diagnostic.Note {
    let way = graph.path(toFactoryThatThrows: cause)
    let last = way.last ?? cause
    let path = way.map(\.key.description).joined(separator: " → ")
    return Diagnostic.Note(
      "the factory of \(last.key) throws" + (way.count > 1 ? ", by way of \(path)" : ""),
      on: last)
  }
}
