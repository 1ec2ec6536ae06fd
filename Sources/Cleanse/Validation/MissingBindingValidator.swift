/// Finds keys that are asked for and bound by nothing. One key is one finding, however many ask.
struct MissingBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    var requesters: [Key: [(binding: Binding, form: RequestForm)]] = [:]
    var missing: [Key] = []
    for place in graph.bindings.indices where !graph.isReplaced(at: place) {
      for (number, answer) in graph.index.answersOfBindings[place].enumerated()
      where answer == nil {
        let binding = graph.bindings[place]
        let request = binding.requests[number]
        guard
          request.form != .optional || !graph.isOptional(request.key, from: binding.component)
        else { continue }
        if requesters[request.key] == nil { missing.append(request.key) }
        requesters[request.key, default: []].append((binding, request.form))
      }
    }
    return missing.map { key in finding(key, requesters[key] ?? [], NearMisses(graph: graph)) }
      + graph.components.enumerated().compactMap { index, component in
        guard graph.index.group(of: component.root, in: index) == nil else { return nil }
        return Diagnostic(
          .missingBinding, .error, "nothing binds \(component.root), the root of \(component.name)",
          remedy: "bind it in configureRoot: bind.to(factory: …)")
      }
  }

  private func finding(
    _ key: Key, _ requesters: [(binding: Binding, form: RequestForm)], _ near: NearMisses
  ) -> Diagnostic {
    Diagnostic(
      .missingBinding, .error, "nothing binds \(key)",
      at: requesters.first?.binding.location, provenance: requesters.first?.binding.provenance,
      notes: requesters.map { binding, form in
        Diagnostic.Note(
          "\(binding.key) asks for it\(form.phrase)", at: binding.location,
          provenance: binding.provenance)
      } + near.notes(for: key),
      remedy: remedy(key))
  }

  private func remedy(_ key: Key) -> String {
    let tag = key.tagName.map { "\($0).self" }
    if key.typeName.hasPrefix("["), key.typeName.hasSuffix("]") {
      let element = metatype(String(key.typeName.dropFirst().dropLast()))
      let tagged = (tag.map { ", tagged: \($0)" } ?? "", tag.map { ".tagged(with: \($0))" } ?? "")
      return "binder.declareCollection(of: \(element)\(tagged.0)), where it may be empty\n"
        + "binder.bind(\(element)).intoCollection()\(tagged.1).to(factory: …), for each element"
    }
    let tagged = tag.map { ".tagged(with: \($0))" } ?? ""
    return "binder.bind(\(metatype(key.typeName)))\(tagged).to(factory: …)"
  }

  /// The type as it stands in code; parentheses where `.self` would else belong to its last part.
  private func metatype(_ name: String) -> String {
    name.hasPrefix("any ") || name.contains("->") ? "(\(name)).self" : "\(name).self"
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
