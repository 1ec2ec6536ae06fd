/// Finds keys that are asked for and bound by nothing. One key is one finding, however many ask.
struct MissingBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    var requesters: [Key: [(binding: Binding, form: RequestForm)]] = [:]
    var missing: [Key] = []
    for binding in graph.bindings where !graph.isReplaced(binding) {
      for request in binding.requests where isMissing(request, of: binding, graph) {
        if requesters[request.key] == nil { missing.append(request.key) }
        requesters[request.key, default: []].append((binding, request.form))
      }
    }
    return requested(missing, requesters, graph)
      + graph.components.enumerated().compactMap { index, component in
        guard graph.index.group(of: component.root, in: index) == nil else { return nil }
        return Diagnostic(
          .missingBinding, .error, "nothing binds \(component.root), the root of \(component.name)",
          remedy: "bind it in configureRoot: bind.to(factory: …)")
      }
  }

  private func isMissing(
    _ request: Request, of binding: Binding, _ graph: BindingGraph
  ) -> Bool {
    graph.index.places(answering: request.key, from: binding.component).isEmpty
      && !(request.form == .optional && graph.isOptional(request.key, from: binding.component))
  }

  private func requested(
    _ missing: [Key], _ requesters: [Key: [(binding: Binding, form: RequestForm)]],
    _ graph: BindingGraph
  ) -> [Diagnostic] {
    guard !missing.isEmpty else { return [] }
    let near = NearMisses(graph: graph)
    return missing.map { finding($0, requesters[$0] ?? [], near, graph) }
  }

  private func finding(
    _ key: Key, _ requesters: [(binding: Binding, form: RequestForm)], _ near: NearMisses,
    _ graph: BindingGraph
  ) -> Diagnostic {
    Diagnostic(
      .missingBinding, .error, "nothing binds \(key)",
      at: requesters.first?.binding.location, provenance: requesters.first?.binding.provenance,
      notes: requesters.map { binding, form in
        graph.note("\(binding.key) asks for it\(form.phrase)", on: binding)
      } + near.notes(for: key),
      remedy: MissingBindingRemedy.lines(for: key))
  }
}

extension RequestForm {
  /// How the form is told after "asks for it".
  var phrase: String {
    switch self {
    case .instance: ""
    case .provider: " as a provider"
    case .throwingProvider: " as a throwing provider"
    case .asyncProvider: " as an asynchronous provider"
    case .function: " as a function"
    case .optional: " as an optional"
    case .weakProvider: " as a weak provider"
    }
  }
}
