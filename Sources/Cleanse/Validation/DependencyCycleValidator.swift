/// Finds rings of bindings that need each other. Only a weak provider breaks a ring.
struct DependencyCycleValidator: GraphValidator {
  private enum State {
    case untouched, entered, left
  }

  /// A binding on the way, and those of its dependencies that are still to be visited.
  private struct Hop {
    let binding: Int
    var rest: ArraySlice<Int>
  }

  /// Each way back that a walk in depth finds closes one ring. The walk keeps its own stack, so
  /// that a long chain of dependencies is no danger.
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var states = [State](repeating: .untouched, count: graph.bindings.count)
    for start in graph.bindings.indices where states[start] == .untouched {
      var path = [Hop(binding: start, rest: dependencies(of: start, graph))]
      states[start] = .entered
      while let last = path.indices.last {
        guard let next = path[last].rest.popFirst() else {
          states[path.removeLast().binding] = .left
          continue
        }
        switch states[next] {
        case .left: continue
        case .untouched:
          states[next] = .entered
          path.append(Hop(binding: next, rest: dependencies(of: next, graph)))
        case .entered:
          let ring = path.drop { $0.binding != next }.map { graph.bindings[$0.binding] }
          found.append(finding(ring))
        }
      }
    }
    return found
  }

  private func dependencies(of binding: Int, _ graph: BindingGraph) -> ArraySlice<Int> {
    graph.dependencyPlaces(of: graph.bindings[binding])[...]
  }

  private func finding(_ ring: [Binding]) -> Diagnostic {
    // Told from the hop that was declared first, so that the ring reads the same however the walk
    // came into it.
    let first = ring.indices.min { ring[$0].id < ring[$1].id } ?? 0
    let hops = ring[first...] + ring[..<first]
    let names = hops.map(\.key.description)
    return Diagnostic(
      .dependencyCycle, .error,
      "a dependency cycle: " + (names + [names[0]]).joined(separator: " → "),
      at: hops.first?.location, provenance: hops.first?.provenance,
      notes: zip(hops, names.dropFirst() + [names[0]]).map { hop, next in
        Diagnostic.Note(
          "\(hop.key) needs \(next)", at: hop.location, provenance: hop.provenance)
      },
      remedy:
        "let one of them ask for a WeakProvider, or move what both need into a type of its own")
  }
}
