import CleanseGraph

extension FindingIdentity {
  /// The parts of a finding's identity: the names of its subject in the graph, then its arguments.
  static func parts(of finding: Diagnostic, in graph: BindingGraph) -> [Part] {
    subjectParts(of: finding, in: graph)
      + finding.arguments.map { Part(.argument, $0.value, argument: $0.name) }
  }

  private static func subjectParts(of finding: Diagnostic, in graph: BindingGraph) -> [Part] {
    let origin = finding.provenance?.origin.map { Part(.origin, $0) }
    switch finding.subject {
    case .component(let index) where graph.componentIndices.contains(index):
      return [component(index, graph), origin].compactMap { $0 }
    case .binding(let index) where graph.bindingIndices.contains(index):
      return parts(of: finding, about: graph[index], nil, graph)
    case .edge(let index, let number)
    where graph.bindingIndices.contains(index) && graph[index].requestIndices.contains(number):
      let binding = graph[index]
      return parts(of: finding, about: binding, binding[number], graph)
    default:
      return [origin].compactMap { $0 }
    }
  }

  private static func parts(
    of finding: Diagnostic, about binding: Binding, _ request: Request?, _ graph: BindingGraph
  ) -> [Part] {
    let component = component(binding.component, graph)
    switch (finding.code, request) {
    // One finding lists all dependents of the key. Which of them is first may change whenever a plugin
    // is added or removed.
    case (.missingBinding, let request?), (.unhandledError, let request?):
      return [key(request.key)]
    case (.cTypeConflict, _):
      let side = request?.key ?? binding.key
      return [side.alias.map { Part(.key, "@\($0)") } ?? key(side)]
    case (.duplicateType, _):
      return [key(binding.key)]
    // One finding covers all bindings of the key.
    case (.duplicateBinding, _), (.unusedBinding, _), (.shadowedBinding, _),
      (.overrideWithoutTarget, _), (.overrideConflict, _), (.unawaitedBinding, _):
      return [key(binding.key), component].compactMap { $0 }
    case (.duplicateEntry, _):
      return [key(binding.key), binding.entry.map { Part(.entry, $0) }, component].compactMap { $0 }
    // The binding is the hop that was found first; the arguments list all hops.
    case (.dependencyCycle, _) where !finding.arguments.isEmpty:
      return []
    default:
      return [
        key(binding.key), request.map { key($0.key, as: .request) },
        binding.entry.map { Part(.entry, $0) }, component,
        binding.provenance.origin.map { Part(.origin, $0) },
      ].compactMap { $0 }
    }
  }

  private static func key(_ key: Key, as role: Part.Role = .key) -> Part {
    let names = [key.withoutCopy.type, key.withoutCopy.tag].compactMap { $0 }
    return Part(role, names.joined(separator: " "), text: key.description)
  }

  private static func component(_ index: ComponentIndex, _ graph: BindingGraph) -> Part? {
    graph.componentPath(of: index).map { Part(.component, $0) }
  }
}
