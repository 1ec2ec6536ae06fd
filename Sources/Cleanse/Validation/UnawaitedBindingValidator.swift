/// Finds values of asynchronous factories that nobody waits for.
struct UnawaitedBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    guard graph.bindings.contains(where: { $0.effect == .asynchronous }) else { return [] }
    let effects = GraphEffects(graph)
    return shared(graph) + contributions(graph) + requests(graph, effects) + roots(graph, effects)
  }

  /// Shared values in components whose build does not wait.
  private func shared(_ graph: BindingGraph) -> [Diagnostic] {
    graph.bindings.compactMap { binding in
      let component = graph.components[binding.component]
      guard binding.isPrepared, !graph.isReplaced(binding), component.effect != .asynchronous else {
        return nil
      }
      return Diagnostic(
        .unawaitedBinding, .error,
        "\(binding.key) is made asynchronously, and the build of \(component.name) does not wait",
        on: binding,
        remedy: "let \(component.name) conform to AsyncComponent, and build it with try await")
    }
  }

  /// Parts of a collection, which is put together at once.
  private func contributions(_ graph: BindingGraph) -> [Diagnostic] {
    graph.bindings.compactMap { binding in
      guard binding.kind == .contribution, binding.effect == .asynchronous, !binding.isPrepared,
        !graph.isReplaced(binding)
      else { return nil }
      return Diagnostic(
        .unawaitedBinding, .error,
        "a contribution to \(binding.key) is made asynchronously for each request",
        on: binding,
        remedy: "share it with .sharedInScope(), so that build awaits it")
    }
  }

  /// Requests by whoever does not wait, of what is made anew for each; one finding for each key.
  private func requests(_ graph: BindingGraph, _ effects: GraphEffects) -> [Diagnostic] {
    var requesters: [Key: [(binding: Binding, form: RequestForm)]] = [:]
    var causes: [(key: Key, cause: Binding)] = []
    for binding in graph.bindings where !graph.isReplaced(binding) {
      for request in binding.requests {
        let allowed = request.form.effectAllowed(to: binding.allowedEffect)
        guard allowed != .asynchronous,
          let met = effects.met(by: request.key, from: binding.component),
          met.effect == .asynchronous, met.cause.kind != .contribution
        else { continue }
        if requesters[request.key] == nil { causes.append((request.key, met.cause)) }
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
        remedy: "share it with .sharedInScope(), so that build awaits it, or ask for "
          + (key.tagName.map { "TaggedAsyncProvider<\($0)>" } ?? "AsyncProvider<\(key.typeName)>"),
        arguments: [.init("key", key.description)])
    }
  }

  /// Roots that are made asynchronously, of components whose build does not wait.
  private func roots(_ graph: BindingGraph, _ effects: GraphEffects) -> [Diagnostic] {
    graph.components.enumerated().compactMap { index, component in
      guard component.effect != .asynchronous,
        let met = effects.met(by: component.root, from: index), met.effect == .asynchronous,
        met.cause.kind != .contribution
      else { return nil }
      return Diagnostic(
        .unawaitedBinding, .error,
        "\(component.root), the root of \(component.name), is made asynchronously, and its build "
          + "does not wait",
        on: met.cause,
        remedy: "let \(component.name) conform to AsyncComponent, and build it with try await",
        arguments: [.init("component", component.name)])
    }
  }
}
