/// Finds names of C that stand for values of different types: each is a key of its own, so what one side
/// binds the other never gets.
struct ForeignTypeValidator: GraphValidator {
  private struct Side {
    let key: Key
    let binding: Binding
    /// The place of the request; nothing for the binding's own key.
    let request: Int?
  }

  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    var sides: [String: [Side]] = [:]
    var names: [String] = []
    func add(_ side: Side) {
      guard let name = side.key.cName else { return }
      if sides[name] == nil { names.append(name) }
      guard sides[name]?.contains(where: { $0.key.typeName == side.key.typeName }) != true else {
        return
      }
      sides[name, default: []].append(side)
    }
    for binding in graph.bindings {
      add(Side(key: binding.key, binding: binding, request: nil))
    }
    for binding in graph.bindings {
      for (place, request) in binding.requests.enumerated() {
        add(Side(key: request.key, binding: binding, request: place))
      }
    }
    return names.compactMap { name in
      let found = sides[name] ?? []
      return found.count > 1 ? finding(name, found) : nil
    }
  }

  private func finding(_ name: String, _ sides: [Side]) -> Diagnostic {
    let types = sides.map(\.key.typeName)
    let first = sides[0]
    return Diagnostic(
      .cTypeConflict, .error, "@\(name) has different types: \(types.joined(separator: ", "))",
      on: first.binding, request: first.request,
      notes: sides.map { side in
        Diagnostic.Note(
          side.request == nil
            ? "\(side.key.typeName) is bound here"
            : "\(side.key.typeName) is asked for by \(side.binding.key)",
          on: side.binding)
      },
      remedy: "let all sides write the same type, or give one of them another name")
  }
}
