/// Finds keys that are asked for and bound by nothing. One key is one finding, however many ask.
struct MissingBindingValidator: GraphValidator {
  /// A request that nothing answers, with the binding that has it.
  private struct Requester {
    let binding: Binding
    let place: Int
    var form: RequestForm { binding.requests[place].form }
  }

  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    var requesters: [Key: [Requester]] = [:]
    var missing: [Key] = []
    for place in graph.bindings.indices where !graph.resolution.isReplaced[place] {
      for (number, answer) in graph.resolution.answers(of: place).enumerated()
      where answer.defect == .missing {
        let binding = graph.bindings[place]
        let request = binding.requests[number]
        if requesters[request.key] == nil { missing.append(request.key) }
        requesters[request.key, default: []].append(Requester(binding: binding, place: number))
      }
    }
    let near = missing.isEmpty ? nil : NearMisses(graph: graph)
    return missing.compactMap { key in
      finding(key, requesters[key] ?? [], near, graph)
    } + missingRoots(graph)
  }

  private func finding(
    _ key: Key, _ requesters: [Requester], _ near: NearMisses?, _ graph: BindingGraph
  ) -> Diagnostic? {
    guard let first = requesters.first else { return nil }
    let lines = graph.wording(for: key).binding(key, for: first.binding.key)
    let correction = near?.alias(near: key).flatMap {
      graph.wording(for: first.binding).requesting(key, as: $0)
    }
    return Diagnostic(
      .missingBinding, .error, "nothing binds \(key)", on: first.binding, request: first.place,
      notes: requesters.map {
        graph.note("\($0.binding.key) asks for it\($0.form.phrase)", on: $0.binding)
      } + (near?.notes(for: key) ?? []),
      fix: correction.map { "\($0), or write \(lines)" } ?? lines)
  }

  private func missingRoots(_ graph: BindingGraph) -> [Diagnostic] {
    graph.components.enumerated().compactMap { index, component in
      guard graph.resolution.roots[index].defect == .missing else { return nil }
      return Diagnostic(
        .missingBinding, .error, "nothing binds \(component.root), the root of \(component.name)",
        fix: "bind it in configureRoot: bind.to(factory: …)", subject: .component(index))
    }
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
    case .throwingElements: " as a collection of throwing providers"
    }
  }
}
