import CleanseSupport

/// Finds different types with the same name, as when a library was linked statically into two plugins. A
/// binding of one copy does not answer requests for the other. It is an error if one of the types is declared as a
/// collection or an optional and another is bound without being requested: what is bound never reaches the extension
/// point.
struct DuplicateTypeValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    guard graph.declarations.space?.mayHave(.copied) ?? true, marked(graph) else { return [] }
    // Private types of one name in several files are different types on purpose.
    let keys = graph.bindings.flatMap { [$0.key] + $0.requests.map(\.key) }.filter { !$0.isPrivate }
    return keys.distinct().grouped(by: \.name).map(\.elements).filter { $0.count > 1 }
      .map { finding($0, graph) }
  }

  /// Whether any type is a copy. Nearly always there is none, and nothing has to be compared.
  private func marked(_ graph: BindingGraph) -> Bool {
    // The key of an answered request is also the key of a binding.
    graph.resolution.groups.contains { $0.key.isCopy }
      || graph.bindingIndices.contains { index in
        graph.resolution.answers(of: index).enumerated().contains { number, answer in
          answer.group == nil && graph[index].requests[number].key.isCopy
        }
      }
  }

  private func finding(_ keys: [Key], _ graph: BindingGraph) -> Diagnostic {
    let sides = keys.compactMap { key -> (binding: Binding, note: Diagnostic.Note)? in
      if let binding = graph.bindings.first(where: { $0.key == key }) {
        let verb = binding.kind.isDeclaration ? "declared" : "bound"
        return (binding, Diagnostic.Note("one of them is \(verb) here", on: binding))
      }
      return graph.bindings(requesting: key).first.map {
        ($0, graph.note("\($0.key) depends on one of them", on: $0))
      }
    }
    return Diagnostic(
      .duplicateType, missesExtensionPoint(keys, graph) ? .error : .warning,
      "\(keys[0]) is the name of \(keys.count) different types",
      at: sides.first?.binding.location, provenance: sides.first?.binding.provenance,
      notes: sides.map(\.note),
      fix: "move the type to a library with type: .dynamic in a separate package, and make all "
        + "libraries that have a copy of it depend on that one",
      subject: sides.first.map { .binding($0.binding.id) })
  }

  /// Whether one of the types is declared, and another one is bound that no binding depends on.
  private func missesExtensionPoint(_ keys: [Key], _ graph: BindingGraph) -> Bool {
    let bindings = graph.bindings.filter { keys.contains($0.key) }
    return bindings.contains { declared in
      declared.kind.isDeclaration
        && bindings.contains {
          $0.key != declared.key && !$0.kind.isDeclaration
            && graph.bindings(requesting: $0.key).isEmpty
        }
    }
  }
}

extension Binding.Kind {
  /// Whether the binding only allows a request without a binding that provides a value.
  fileprivate var isDeclaration: Bool { self == .declaration || self == .optional }
}
