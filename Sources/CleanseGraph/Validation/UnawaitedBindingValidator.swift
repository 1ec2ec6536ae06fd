/// Finds values of asynchronous factories that nobody waits for.
struct UnawaitedBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    guard graph.bindings.contains(where: { $0.effect == .asynchronous }) else { return [] }
    return shared(graph) + contributions(graph) + requests(graph) + roots(graph)
  }

  /// The bindings that are not awaited themselves.
  private func unawaited(_ graph: BindingGraph) -> [Binding] {
    graph.resolution.defects.filter { $0.value == .unawaited }.keys.sorted()
      .map { graph.bindings[$0] }
  }

  /// Shared values in components whose build does not wait.
  private func shared(_ graph: BindingGraph) -> [Diagnostic] {
    unawaited(graph).filter(\.isPrepared).map { binding in
      let component = graph.components[binding.component]
      return Diagnostic(
        .unawaitedBinding, .error,
        "\(binding.key) is made asynchronously, and the build of \(component.name) does not wait",
        on: binding,
        fix: "let \(component.name) conform to AsyncComponent, and build it with try await")
    }
  }

  /// Parts of a collection, which is put together at once.
  private func contributions(_ graph: BindingGraph) -> [Diagnostic] {
    unawaited(graph).filter { !$0.isPrepared }.map { binding in
      return Diagnostic(
        .unawaitedBinding, .error,
        "a contribution to \(binding.key) is made asynchronously for each request",
        on: binding,
        fix: "share it with .sharedInScope(), so that build awaits it")
    }
  }

  /// Requests by whoever does not wait, of what is made anew for each; one finding for each key.
  private func requests(_ graph: BindingGraph) -> [Diagnostic] {
    var requesters: [Key: [(binding: Binding, form: RequestForm)]] = [:]
    var causes: [(key: Key, cause: Binding)] = []
    for index in graph.bindings.indices where !graph.resolution.isReplaced[index] {
      for (place, answer) in graph.resolution.answers(of: index).enumerated()
      where answer.defect == .unawaited {
        let binding = graph.bindings[index]
        let request = binding.requests[place]
        guard let cause = graph.cause(of: .asynchronous, by: answer),
          graph.resolution.defects[cause.id] == nil
        else { continue }
        if requesters[request.key] == nil { causes.append((request.key, cause)) }
        requesters[request.key, default: []].append((binding, request.form))
      }
    }
    return causes.map { key, cause in
      let asking = requesters[key] ?? []
      return Diagnostic(
        .unawaitedBinding, .error,
        "\(key) is made asynchronously for each request, and who asks for it does not wait",
        on: cause,
        notes: asking.map { binding, form in
          graph.note("\(binding.key) asks for it\(form.phrase)", on: binding)
        },
        fix: "share it with .sharedInScope(), so that build awaits it, or ask for "
          + (key.tagName.map { "TaggedAsyncProvider<\($0)>" } ?? "AsyncProvider<\(key.typeName)>"),
        arguments: [.init("key", key.description)])
    }
  }

  /// Roots that are made asynchronously, of components whose build does not wait.
  private func roots(_ graph: BindingGraph) -> [Diagnostic] {
    graph.components.enumerated().compactMap { index, component in
      let root = graph.resolution.roots[index]
      guard root.defect == .unawaited, let cause = graph.cause(of: .asynchronous, by: root),
        cause.kind != .contribution
      else { return nil }
      return Diagnostic(
        .unawaitedBinding, .error,
        "\(component.root), the root of \(component.name), is made asynchronously, and its build "
          + "does not wait",
        on: cause,
        fix: "let \(component.name) conform to AsyncComponent, and build it with try await",
        arguments: [.init("component", component.name)])
    }
  }
}
