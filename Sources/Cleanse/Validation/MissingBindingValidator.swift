/// Finds keys that are asked for and bound by nothing. One key is one finding, however many ask.
struct MissingBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    var requesters: [Key: [(binding: Binding, form: RequestForm)]] = [:]
    var missing: [Key] = []
    for binding in graph.bindings {
      for request in binding.requests
      where graph.bindings(answering: request.key, from: binding.component).isEmpty {
        if requesters[request.key] == nil { missing.append(request.key) }
        requesters[request.key, default: []].append((binding, request.form))
      }
    }
    return missing.map { key in finding(key, requesters[key] ?? []) }
      + graph.components.enumerated().compactMap { index, component in
        guard graph.bindings(of: component.root, in: index).isEmpty else { return nil }
        return Diagnostic(
          .missingBinding, .error, "nothing binds \(component.root), the root of \(component.name)",
          remedy: "bind it in configureRoot: bind.to(factory: …)")
      }
  }

  private func finding(
    _ key: Key, _ requesters: [(binding: Binding, form: RequestForm)]
  ) -> Diagnostic {
    Diagnostic(
      .missingBinding, .error, "nothing binds \(key)",
      at: requesters.first?.binding.location, provenance: requesters.first?.binding.provenance,
      notes: requesters.map { binding, form in
        Diagnostic.Note(
          "\(binding.key) asks for it\(form.phrase)", at: binding.location,
          provenance: binding.provenance)
      },
      remedy: remedy(key))
  }

  private func remedy(_ key: Key) -> String {
    let tag = key.tagName.map { ".tagged(with: \($0).self)" } ?? ""
    let type = key.typeName.hasPrefix("any ") ? "(\(key.typeName))" : key.typeName
    return "binder.bind(\(type).self)\(tag).to(factory: …)"
  }
}

extension RequestForm {
  /// How the form is told after "asks for it".
  fileprivate var phrase: String {
    switch self {
    case .instance: ""
    case .provider: " as a provider"
    case .function: " as a function"
    case .optional: " as an optional"
    case .weakProvider: " as a weak provider"
    }
  }
}
