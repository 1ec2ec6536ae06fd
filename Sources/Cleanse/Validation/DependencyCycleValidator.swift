/// Finds rings of bindings that need each other. Only a weak provider breaks a ring.
///
/// Bindings that all reach each other are one finding, told by a shortest ring among them: once it
/// is broken, what is left of the others shows.
struct DependencyCycleValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    let edges = graph.bindings.indices.map { place in
      graph.isReplaced(at: place) ? [] : graph.dependencyPlaces(of: place)
    }
    return StronglyConnectedComponents(of: edges).components
      .compactMap { ring(within: $0, edges) }
      .sorted { $0[0] < $1[0] }
      .map { ring in finding(ring.map { graph.bindings[$0] }) }
  }

  /// A shortest ring from the member that was declared first back to itself.
  private func ring(within members: [Int], _ edges: [[Int]]) -> [Int]? {
    guard let start = members.min(), members.count > 1 || edges[start].contains(start) else {
      return nil
    }
    let inside = Set(members)
    var previous: [Int: Int] = [:]
    var queue = [start]
    var position = 0
    while position < queue.count {
      let binding = queue[position]
      position += 1
      for next in edges[binding] where inside.contains(next) {
        if next == start { return path(to: binding, from: start, previous) }
        if previous[next] == nil {
          previous[next] = binding
          queue.append(next)
        }
      }
    }
    return nil
  }

  private func path(to end: Int, from start: Int, _ previous: [Int: Int]) -> [Int] {
    var path = [end]
    while let last = path.last, last != start, let before = previous[last] {
      path.append(before)
    }
    return path.reversed()
  }

  private func finding(_ hops: [Binding]) -> Diagnostic {
    let names = hops.map(\.key.description)
    return Diagnostic(
      .dependencyCycle, .error,
      "a dependency cycle: " + (names + [names[0]]).joined(separator: " → "),
      on: hops[0],
      notes: zip(hops, names.dropFirst() + [names[0]]).map { hop, next in
        Diagnostic.Note("\(hop.key) needs \(next)", on: hop)
      },
      remedy: remedy(hops), arguments: .hops(names))
  }

  /// Only what is shared can be asked for weakly, and only what makes a single value can be shared. C
  /// can't ask weakly at all.
  private func remedy(_ hops: [Binding]) -> String {
    let steps = Array(zip(hops, hops.dropFirst() + hops.prefix(1)))
    func mayAsk(_ step: (asking: Binding, asked: Binding)) -> Bool {
      step.asking.kind != .subcomponent && step.asked.kind == .single && step.asked.call == nil
        && step.asked.key != step.asking.key
    }
    if hops.count > 1, hops.allSatisfy({ $0.signature != nil }) {
      return "move what both need into a third function; a provider does not break a ring"
    }
    let apart = "move what both need into a type of its own"
    let step = steps.first { mayAsk($0) && $0.1.scope != nil } ?? steps.first(where: mayAsk)
    guard let (asking, asked) = step else {
      return hops.count == 1 ? "let it not ask for itself" : apart
    }
    let form =
      asked.key.tagName.map { "a WeakProvider of what is tagged \($0)" }
      ?? "WeakProvider<\(asked.key.typeName)>"
    let shared = asked.scope == nil ? ", with .sharedInScope() on \(asked.key)" : ""
    return "let \(asking.key) ask for \(form)\(shared), or \(apart)"
  }
}
