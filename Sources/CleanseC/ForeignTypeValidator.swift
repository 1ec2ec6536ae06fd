import CleanseGraph

/// Finds names of C that stand for values of different types: each is a key of its own, so what one side
/// binds the other never gets.
struct ForeignTypeValidator: GraphValidator {
  private struct Side {
    let key: Key
    /// The place of the binding in the graph.
    let binding: Int
    /// The place of the request; nothing for the binding's own key.
    let request: Int?
  }

  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    var sides: [String: [Side]] = [:]
    var names: [String] = []
    func add(_ key: Key, of binding: Int, request: Int?) {
      guard let name = key.cName else { return }
      if sides[name] == nil { names.append(name) }
      guard sides[name]?.contains(where: { $0.key.typeName == key.typeName }) != true else {
        return
      }
      sides[name, default: []].append(Side(key: key, binding: binding, request: request))
    }
    // By their places: most graphs have nothing to do with C, and bindings are large to copy.
    for index in graph.bindings.indices {
      add(graph.bindings[index].key, of: index, request: nil)
    }
    for index in graph.bindings.indices {
      for place in graph.bindings[index].requests.indices {
        add(graph.bindings[index].requests[place].key, of: index, request: place)
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
      .cTypeConflict, .error, "@\(name) has different types: \(types.joined(separator: ", "))",
      on: graph.bindings[first.binding], request: first.request,
      notes: sides.map { side in
        Diagnostic.Note(
          side.request == nil
            ? "\(side.key.typeName) is bound here"
            : "\(side.key.typeName) is asked for by \(graph.bindings[side.binding].key)",
          on: graph.bindings[side.binding])
      },
      fix: "let all sides write the same type, or give one of them another name")
  }
}
