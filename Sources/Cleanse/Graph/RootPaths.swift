/// A shortest way from the root of the root component to each binding.
///
/// One search in breadth finds the ways to all bindings, so that a graph with many findings takes no
/// longer than one with a single one.
struct RootPaths: Sendable {
  /// A binding on its way from the root.
  private struct Step {
    /// How many bindings stand on the way, with this one.
    var length: Int
    /// The binding before it; its own place for the root.
    var previous: Int
    /// The third binding on the way, or this one where it comes earlier.
    var third: Int
  }

  /// By the place of the binding; nothing for what can't be reached.
  private var steps: [Step?]

  init(of graph: BindingGraph) {
    steps = Array(repeating: nil, count: graph.bindings.count)
    var queue = graph.index.places(answering: graph.components[0].root, from: 0)
    for root in queue { steps[root] = Step(length: 1, previous: root, third: root) }
    var position = 0
    while position < queue.count {
      let place = queue[position]
      position += 1
      guard let step = steps[place] else { continue }
      for next in Self.reached(from: graph.bindings[place], in: graph) where steps[next] == nil {
        steps[next] = Step(
          length: step.length + 1, previous: place,
          third: step.length < 3 ? next : step.third)
        queue.append(next)
      }
    }
  }

  /// What the binding leads to: all that it asks for, also weakly, and the root of the inner
  /// component that it builds.
  private static func reached(from binding: Binding, in graph: BindingGraph) -> [Int] {
    var places = binding.requests.flatMap {
      graph.index.places(answering: $0.key, from: binding.component)
    }
    if let inner = binding.subcomponent {
      places += graph.index.places(answering: graph.components[inner].root, from: inner)
    }
    return places
  }

  /// How many bindings stand on the way; zero where there is none.
  func length(to place: Int) -> Int {
    steps.indices.contains(place) ? steps[place]?.length ?? 0 : 0
  }

  /// The last bindings of the way, at most so many.
  func end(of place: Int, count: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = length(to: place) > 0 ? place : nil
    while let here = next, path.count < count, let step = steps[here] {
      path.append(here)
      next = step.previous == here ? nil : step.previous
    }
    return path.reversed()
  }

  /// The first bindings of the way, at most three.
  func start(of place: Int) -> [Int] {
    guard length(to: place) > 0, let third = steps[place]?.third else { return [] }
    return end(of: third, count: 3)
  }
}

/// The ways of one graph, searched for when the first of them is asked for.
final class LazyRootPaths: Sendable {
  private let found = TrackedMutex<RootPaths?>(nil)

  /// The ways in the graph, which is the same at each call.
  func paths(in graph: BindingGraph) -> RootPaths {
    found.withLock { found in
      if let found { return found }
      let paths = RootPaths(of: graph)
      found = paths
      return paths
    }
  }
}
