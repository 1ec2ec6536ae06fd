import CleanseSupport

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
    let requests = graph.requests(with: .unhandledError)
      .filter { graph.cause(of: .throwing, by: $0.answer) != nil }
    return requests.grouped(by: \.key).compactMap { key, dependents in
      let first = dependents[0]
      guard let cause = graph.cause(of: .throwing, by: first.answer) else { return nil }
      let notes = dependents.map { $0.note(in: graph) }
      let fix = graph.wording(for: first.binding)
        .handlingError(of: key, as: first.form, in: first.binding)
      if let decorator = graph.decorator(thatMakesThrow: cause) {
        return self.decorator(decorator, notes: notes, fixOfDependents: fix, graph)
      }
      return Diagnostic(
        .unhandledError, .error,
        "\(key) can throw, but is requested where an error can't propagate",
        on: first.binding, request: first.index, notes: notes + [origin(cause, graph)], fix: fix)
    }
  }

  /// The finding about a decorator that makes a key throw. Its author is to fix it: the dependents may not know of decorators.
  private func decorator(
    _ decorator: Binding, notes: [Diagnostic.Note], fixOfDependents: String, _ graph: BindingGraph
  ) -> Diagnostic {
    let wording = graph.wording(for: decorator)
    let hidden = wording.hiddenError(of: decorator).map { Diagnostic.Note($0) }
    return Diagnostic(
      .unhandledError, .error,
      "\(decorator.key) can throw because of a decorator, but is requested where an error can't propagate",
      on: decorator,
      notes: notes + [hidden].compactMap(\.self)
        + (decorator.effect == nil ? [origin(decorator, graph)] : []),
      fix: "\(wording.decoratingWithoutError(decorator)); "
        + "or in each dependent, \(fixOfDependents)")
  }

  /// Assisted factories that throw, although their call can't.
  private func calls(_ graph: BindingGraph) -> [Diagnostic] {
    graph.bindings(with: .unhandledError).map { binding in
      Diagnostic(
        .unhandledError, .error, "the factory of \(binding.key) throws, but its build can't",
        on: binding, fix: "make the assisted factory conform to ThrowingAssistedFactory")
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
