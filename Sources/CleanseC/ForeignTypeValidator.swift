import CleanseGraph

/// Finds C names that are used with different types: each type is a separate key, so a binding of one type
/// never satisfies a request for the other.
struct ForeignTypeValidator: GraphValidator {
  private struct Side {
    let key: Key
    let binding: BindingIndex
    /// The request; nil for the binding's own key.
    let request: RequestIndex?
  }

  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    guard graph.declarations.space?.mayHave(.aliased) ?? true else { return [] }
    var sides: [String: [Side]] = [:]
    var names: [String] = []
    func add(_ key: Key, of binding: BindingIndex, request: RequestIndex?) {
      guard let name = key.cName else { return }
      if sides[name] == nil { names.append(name) }
      guard sides[name]?.contains(where: { $0.key.typeName == key.typeName }) != true else {
        return
      }
      sides[name, default: []].append(Side(key: key, binding: binding, request: request))
    }
    // By index: bindings are large to copy, and most graphs have no C-declared bindings.
    for index in graph.bindingIndices {
      add(graph[index].key, of: index, request: nil)
    }
    for index in graph.bindingIndices {
      for request in graph[index].requestIndices {
        add(graph[index].requests[request.number].key, of: index, request: request)
      }
    }
    return names.compactMap { name in
      let found = sides[name] ?? []
      return found.count > 1 ? finding(name, found, in: graph) : nil
    }
  }

  private func finding(_ name: String, _ sides: [Side], in graph: BindingGraph) -> Diagnostic {
    let types = sides.map(\.key.typeName)
    let first = sides[0]
    return Diagnostic(
      .cTypeConflict, .error, "conflicting types for @\(name): \(types.joined(separator: ", "))",
      on: graph[first.binding], request: first.request,
      notes: sides.map { side in
        Diagnostic.Note(
          side.request == nil
            ? "\(side.key.typeName) is bound here"
            : "\(side.key.typeName) is requested by \(graph[side.binding].key)",
          on: graph[side.binding])
      },
      fix: "use the same type everywhere, or rename one of them")
  }
}
