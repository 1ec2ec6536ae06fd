/// Finds requested keys without a binding. Each key is one finding, with all of its dependents.
struct MissingBindingValidator: GraphValidator {
  /// A request without an answer, with the binding that makes it.
  private struct Requester {
    let binding: Binding
    let request: RequestIndex
    var form: RequestForm { binding[request].form }
  }

  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    var requesters: [Key: [Requester]] = [:]
    var missing: [Key] = []
    for index in graph.bindingIndices where !graph.resolution.isReplaced[index.number] {
      for (number, answer) in zip(graph[index].requestIndices, graph.resolution.answers(of: index))
      where answer.defect == .missing {
        let binding = graph[index]
        let request = binding[number]
        if requesters[request.key] == nil { missing.append(request.key) }
        requesters[request.key, default: []].append(Requester(binding: binding, request: number))
      }
    }
    let near = missing.isEmpty ? nil : NearMisses(graph: graph, missing: missing.count)
    return missing.compactMap { key in
      finding(key, requesters[key] ?? [], near, graph)
    } + missingRoots(graph)
  }

  private func finding(
    _ key: Key, _ requesters: [Requester], _ near: NearMisses?, _ graph: BindingGraph
  ) -> Diagnostic? {
    guard let first = requesters.first else { return nil }
    let fix = graph.wording(for: key).binding(key, for: first.binding.key)
    let correction = near?.alias(near: key).flatMap {
      graph.wording(for: first.binding).requesting(key, as: $0)
    }
    return Diagnostic(
      .missingBinding, .error, "missing binding for \(key)", on: first.binding,
      request: first.request,
      notes: requesters.map {
        graph.note("\($0.binding.asRequester) depends on it\($0.form.phrase)", on: $0.binding)
      } + (near?.notes(for: key) ?? [])
        + [graph.declarations.names?.note(onTypeOf: key)].compactMap(\.self),
      fix: correction.map { "\($0), or \(fix)" } ?? fix)
  }

  private func missingRoots(_ graph: BindingGraph) -> [Diagnostic] {
    zip(graph.componentIndices, graph.components).compactMap { index, component in
      guard graph.resolution.roots[index.number].defect == .missing else { return nil }
      return Diagnostic(
        .missingBinding, .error,
        "missing binding for \(component.root), the root of \(component.name)",
        fix: "bind it in configureRoot: bind.to(factory: …)", subject: .component(index))
    }
  }
}

extension RequestForm {
  /// The form, as printed after "depends on it".
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

extension Binding {
  /// The binding, as printed before "depends on it".
  var asRequester: String { kind == .decorator ? "the decorator of \(key)" : key.description }
}
