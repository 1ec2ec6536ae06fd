/// Finds errors of factories that would propagate to a requester that can't handle them.
struct UnhandledErrorValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    guard graph.bindingIndices.contains(where: { graph[$0].effect != nil }) else {
      return []
    }
    return requests(graph) + calls(graph) + roots(graph)
  }

  /// Requests in a form that can't propagate an error; one finding for each key.
  private func requests(_ graph: BindingGraph) -> [Diagnostic] {
    var requesters: [Key: [(binding: Binding, request: RequestIndex)]] = [:]
    var causes: [(key: Key, cause: Binding)] = []
    for index in graph.bindingIndices where !graph.resolution.isReplaced[index.number] {
      for (number, answer) in zip(graph[index].requestIndices, graph.resolution.answers(of: index))
      where answer.defect == .unhandledError {
        let binding = graph[index]
        let request = binding[number]
        guard let cause = graph.cause(of: .throwing, by: answer) else { continue }
        if requesters[request.key] == nil { causes.append((request.key, cause)) }
        requesters[request.key, default: []].append((binding, number))
      }
    }
    return causes.compactMap { key, cause in
      guard let dependents = requesters[key], let first = dependents.first else { return nil }
      return Diagnostic(
        .unhandledError, .error,
        "\(key) can throw, but is requested where an error can't propagate",
        on: first.binding, request: first.request,
        notes: dependents.map { binding, request in
          graph.note(
            "\(binding.asRequester) depends on it\(binding[request].form.phrase)", on: binding)
        } + [origin(cause, graph)],
        fix: graph.wording(for: first.binding)
          .handlingError(of: key, in: first.binding))
    }
  }

  /// Assisted factories that throw, although their call can't.
  private func calls(_ graph: BindingGraph) -> [Diagnostic] {
    graph.resolution.defects.filter { $0.value == .unhandledError }.keys.sorted()
      .map { graph[$0] }.map { binding in
        Diagnostic(
          .unhandledError, .error, "the factory of \(binding.key) throws, but its build can't",
          on: binding,
          fix: "make the assisted factory conform to ThrowingAssistedFactory")
      }
  }

  /// Throwing roots of components whose build can't throw.
  private func roots(_ graph: BindingGraph) -> [Diagnostic] {
    graph.components.enumerated().compactMap { index, component in
      let root = graph.resolution.roots[index]
      guard root.defect == .unhandledError, let cause = graph.cause(of: .throwing, by: root)
      else { return nil }
      return Diagnostic(
        .unhandledError, .error,
        "\(component.root), the root of \(component.name), can throw, but the component's build "
          + "can't",
        on: cause,
        notes: [origin(cause, graph)],
        fix: "make \(component.name) conform to ThrowingComponent, and build it with try",
        arguments: [.init("component", component.name)])
    }
  }

  private func origin(_ cause: Binding, _ graph: BindingGraph) -> Diagnostic.Note {
    let path = graph.path(toFactoryThatThrows: cause)
    let last = path.last ?? cause
    let names = Abbreviation.names.of(path.map(\.key.description)).joined(separator: " → ")
    return Diagnostic.Note(
      "the factory of \(last.key) throws" + (path.count > 1 ? ", through \(names)" : ""),
      on: last)
  }
}
