/// Finds types of one name that are different types, as when a library was linked statically into
/// two plugins. What one side binds under its copy, the other never gets.
struct DuplicateTypeValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    var copies: [String: [Key]] = [:]
    var names: [String] = []
    for key in marked(graph) ? graph.bindings.flatMap({ [$0.key] + $0.requests.map(\.key) }) : [] {
      // Private types of one name in several files are meant to be different.
      guard !key.isPrivate, copies[key.name]?.contains(key) != true else { continue }
      if copies[key.name] == nil { names.append(key.name) }
      copies[key.name, default: []].append(key)
    }
    return names.compactMap { copies[$0] }.filter { $0.count > 1 }.map { finding($0, graph) }
  }

  /// Whether any type is a copy: without one, which is nearly always, there is nothing to compare.
  private func marked(_ graph: BindingGraph) -> Bool {
    // The key of a request that is answered is that of a binding.
    graph.resolution.groups.contains { $0.key.isCopy }
      || graph.bindings.indices.contains { place in
        graph.resolution.answers(of: place).enumerated().contains { number, answer in
          answer.group == nil && graph.bindings[place].requests[number].key.isCopy
        }
      }
  }

  private func finding(_ keys: [Key], _ graph: BindingGraph) -> Diagnostic {
    let sides = keys.compactMap { key -> (binding: Binding, note: Diagnostic.Note)? in
      if let binding = graph.bindings.first(where: { $0.key == key }) {
        return (binding, Diagnostic.Note("one is bound here", on: binding))
      }
      return graph.bindings(requesting: key).first.map {
        ($0, graph.note("one is asked for by \($0.key)", on: $0))
      }
    }
    return Diagnostic(
      .duplicateType, .warning, "\(keys[0]) stands for \(keys.count) different types of one name",
      at: sides.first?.binding.location, provenance: sides.first?.binding.provenance,
      notes: sides.map(\.note),
      fix: "several libraries have a copy of it each: put the type into a library of a package "
        + "of its own, with type: .dynamic, that all of them depend on",
      subject: sides.first.map { .binding($0.binding.id) })
  }
}
