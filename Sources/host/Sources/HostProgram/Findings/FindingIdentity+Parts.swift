import Cleanse

extension FindingIdentity {
  /// What the finding is about: names of the graph, or, where it is about no part of one, its message.
  static func parts(
    of finding: Diagnostic, in graph: BindingGraph, text: StableText
  ) -> [Part] {
    let origin = finding.provenance?.origin.map { Part(.origin, $0) }
    switch finding.subject {
    case .component(let place) where graph.components.indices.contains(place):
      return [component(place, graph), message(of: finding, text), origin].compactMap { $0 }
    case .binding(let place) where graph.bindings.indices.contains(place):
      return parts(of: finding, about: graph.bindings[place], nil, graph, text)
    case .edge(let place, let number)
    where graph.bindings.indices.contains(place)
      && graph.bindings[place].requests.indices.contains(number):
      let binding = graph.bindings[place]
      return parts(of: finding, about: binding, binding.requests[number], graph, text)
    default:
      return [Part(.message, text.of(finding)), origin].compactMap { $0 }
    }
  }

  private static func parts(
    of finding: Diagnostic, about binding: Binding, _ request: Request?, _ graph: BindingGraph,
    _ text: StableText
  ) -> [Part] {
    let component = component(binding.component, graph)
    switch (finding.code, request) {
    // One finding tells of all that ask for the key. Who of them comes first may change with any
    // plugin that comes or goes.
    case (.missingBinding, let request?), (.unhandledError, let request?):
      return [key(request.key)]
    case (.cTypeConflict, _):
      let side = request?.key ?? binding.key
      return [side.cName.map { Part(.key, "@\($0)") } ?? key(side)]
    case (.copiedType, _):
      return [key(binding.key)]
    // The same of all bindings of the key.
    case (.duplicateBinding, _), (.unusedBinding, _), (.hiddenBinding, _),
      (.overrideWithoutTarget, _), (.overrideConflict, _), (.unawaitedBinding, _):
      return [key(binding.key), component].compactMap { $0 }
    case (.duplicateEntry, _):
      return [key(binding.key), binding.entry.map { Part(.entry, $0) }, component].compactMap { $0 }
    // A ring begins anywhere.
    case (.dependencyCycle, _) where !finding.notes.isEmpty:
      return finding.notes.map { text.of($0.message, taking: .lines) }.sorted()
        .map { Part(.hop, $0) }
    default:
      return [
        key(binding.key), request.map { key($0.key, as: .request) },
        binding.entry.map { Part(.entry, $0) }, component, message(of: finding, text),
        binding.provenance.origin.map { Part(.origin, $0) },
      ].compactMap { $0 }
    }
  }

  private static func key(_ key: Key, as role: Part.Role = .key) -> Part {
    let names = [key.withoutCopy.type, key.withoutCopy.tag].compactMap { $0 }
    return Part(role, names.joined(separator: " "), name: key.description)
  }

  private static func component(_ place: Int, _ graph: BindingGraph) -> Part? {
    graph.componentPath(of: place).map { Part(.component, $0) }
  }

  /// What is said of the part, of which a validator from outside may say several things under one code.
  private static func message(of finding: Diagnostic, _ text: StableText) -> Part? {
    finding.code.owner == "cleanse"
      ? nil : Part(.message, text.of(finding.message, taking: .all))
  }
}

extension Diagnostic.Code {
  /// The part before the slash.
  var owner: Substring { rawValue.prefix { $0 != "/" } }
}
