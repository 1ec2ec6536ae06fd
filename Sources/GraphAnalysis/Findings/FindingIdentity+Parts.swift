import CleanseGraph

extension FindingIdentity {
  /// What the finding is about: names of the part of the graph that is its subject, then the arguments.
  static func parts(of finding: Diagnostic, in graph: BindingGraph) -> [Part] {
    subjectParts(of: finding, in: graph)
      + finding.arguments.map { Part(.argument, $0.value, argument: $0.name) }
  }

  private static func subjectParts(of finding: Diagnostic, in graph: BindingGraph) -> [Part] {
    let origin = finding.provenance?.origin.map { Part(.origin, $0) }
    switch finding.subject {
    case .component(let place) where graph.components.indices.contains(place):
      return [component(place, graph), origin].compactMap { $0 }
    case .binding(let place) where graph.bindings.indices.contains(place):
      return parts(of: finding, about: graph.bindings[place], nil, graph)
    case .edge(let place, let number)
    where graph.bindings.indices.contains(place)
      && graph.bindings[place].requests.indices.contains(number):
      let binding = graph.bindings[place]
      return parts(of: finding, about: binding, binding.requests[number], graph)
    default:
      return [origin].compactMap { $0 }
    }
  }

  private static func parts(
    of finding: Diagnostic, about binding: Binding, _ request: Request?, _ graph: BindingGraph
  ) -> [Part] {
    let component = component(binding.component, graph)
    switch (finding.code, request) {
    // One finding lists all that depend on the key. Which of them comes first may change with any
    // plugin that comes or goes.
    case (.missingBinding, let request?), (.unhandledError, let request?):
      return [key(request.key)]
    case (.cTypeConflict, _):
      let side = request?.key ?? binding.key
      return [side.alias.map { Part(.key, "@\($0)") } ?? key(side)]
    case (.duplicateType, _):
      return [key(binding.key)]
    // The same of all bindings of the key.
    case (.duplicateBinding, _), (.unusedBinding, _), (.shadowedBinding, _),
      (.overrideWithoutTarget, _), (.overrideConflict, _), (.unawaitedBinding, _):
      return [key(binding.key), component].compactMap { $0 }
    case (.duplicateEntry, _):
      return [key(binding.key), binding.entry.map { Part(.entry, $0) }, component].compactMap { $0 }
    // The binding is the hop that was found first; the arguments are all hops.
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

  private static func component(_ place: Int, _ graph: BindingGraph) -> Part? {
    graph.componentPath(of: place).map { Part(.component, $0) }
  }
}
