import CleanseSupport

/// Finds values of asynchronous factories that are not awaited.
struct UnawaitedBindingValidator: GraphValidator {
  private static let sharing = "share it with .sharedInScope(), so that build awaits it"

  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    guard graph.bindings.contains(where: { $0.effect == .asynchronous }) else { return [] }
    return shared(graph) + contributions(graph) + requests(graph) + roots(graph)
  }

  /// Shared values in components whose build is not asynchronous.
  private func shared(_ graph: BindingGraph) -> [Diagnostic] {
    graph.bindings(with: .unawaited).filter(\.isPrepared).map { binding in
      let component = graph[binding.component]
      return Diagnostic(
        .unawaitedBinding, .error,
        "the factory of \(binding.key) is asynchronous, but the build of \(component.name) does not "
          + "await it",
        on: binding,
        fix: "make \(component.name) conform to AsyncComponent, and build it with try await")
    }
  }

  /// Contributions to a collection, which is always assembled synchronously.
  private func contributions(_ graph: BindingGraph) -> [Diagnostic] {
    graph.bindings(with: .unawaited).filter { !$0.isPrepared }.map { binding in
      return Diagnostic(
        .unawaitedBinding, .error,
        "a contribution to \(binding.key) is created asynchronously for each request, but collections "
          + "are assembled synchronously",
        on: binding,
        fix: graph.sharing(binding, Self.sharing))
    }
  }

  /// Synchronous requests of unshared asynchronous values; one finding for each key.
  private func requests(_ graph: BindingGraph) -> [Diagnostic] {
    func cause(of request: DefectiveRequest) -> Binding? {
      graph.cause(of: .asynchronous, by: request.answer)
        .flatMap { graph.resolution.defects[$0.id] == nil ? $0 : nil }
    }
    let requests = graph.requests(with: .unawaited).filter { cause(of: $0) != nil }
    return requests.grouped(by: \.key).compactMap { key, dependents in
      guard let cause = cause(of: dependents[0]) else { return nil }
      return Diagnostic(
        .unawaitedBinding, .error,
        "\(key) is created asynchronously for each request, but is requested without await",
        on: cause,
        notes: dependents.map { $0.note(in: graph) },
        fix: graph.sharing(cause, Self.sharing) + ", or request "
          + (key.tagName.map { "TaggedAsyncProvider<\($0)>" } ?? "AsyncProvider<\(key.typeName)>"),
        arguments: [.init("key", key.description)])
    }
  }

  /// Asynchronous roots of components whose build is not asynchronous.
  private func roots(_ graph: BindingGraph) -> [Diagnostic] {
    graph.components.enumerated().compactMap { index, component in
      let root = graph.resolution.roots[index]
      guard root.defect == .unawaited, let cause = graph.cause(of: .asynchronous, by: root),
        cause.kind != .contribution
      else { return nil }
      return Diagnostic(
        .unawaitedBinding, .error,
        "\(component.root), the root of \(component.name), is asynchronous, but the component's "
          + "build does not await it",
        on: cause,
        fix: "make \(component.name) conform to AsyncComponent, and build it with try await",
        arguments: [.init("component", component.name)])
    }
  }
}
