package import CleanseGraph

/// Paths from the root of a graph to a key, the shortest first.
///
/// A path leads from each binding to a provider of one of its requests, contains no binding twice, and ends
/// with the first binding that depends on the key. The number of paths can be exponential, so the search
/// stops when it has found `limit` paths or has used up its steps.
package struct KeyPaths {
  /// The bindings on each path, from the root's binding to the dependent of the key. The
  /// key of the root itself has one path, which is empty.
  private(set) package var paths: [[BindingIndex]] = []
  /// Whether the search reached its limit of steps, so that there may be more paths.
  private(set) package var reachedSearchLimit = false

  /// The maximum number of steps. Each step reads one provider of one request or stores one binding of a
  /// path.
  static let steps = 4_000_000

  private let table: RequestTable
  private let limit: Int
  /// For each binding, the minimum number of bindings after it on a path to a dependent of the key; nil
  /// if there is no path.
  private let distances: [Int?]
  private var stepsLeft = Self.steps

  /// - Parameter limit: The maximum number of paths.
  package init(to key: Key, in graph: BindingGraph, table: RequestTable, limit: Int) {
    self.table = table
    self.limit = limit
    distances = Self.distances(to: key, in: graph, table)
    guard table.groups[table.root].key != key else {
      paths = [[]]
      return
    }
    search()
  }

  /// Searches breadth-first, backwards from the dependents of the key.
  private static func distances(
    to key: Key, in graph: BindingGraph, _ table: RequestTable
  ) -> [Int?] {
    var distances: [Int?] = Array(repeating: nil, count: graph.bindings.count)
    var isDone = Array(repeating: false, count: table.groups.count)
    var queue: [BindingIndex] = []
    func add(dependentsOf group: Int, at distance: Int) {
      guard !isDone[group] else { return }
      isDone[group] = true
      for dependent in table.groups[group].dependents
      where distances[dependent.number] == nil && graph[dependent].key != key {
        distances[dependent.number] = distance
        queue.append(dependent)
      }
    }
    for group in table.groups.indices where table.groups[group].key == key {
      add(dependentsOf: group, at: 0)
    }
    var position = 0
    while position < queue.count {
      let binding = queue[position]
      position += 1
      guard let distance = distances[binding.number] else { continue }
      for group in table.provided[binding.number] { add(dependentsOf: group, at: distance + 1) }
    }
    return distances
  }

  /// Searches depth-first for the paths of one length after the other. The next length is the smallest
  /// one that a pruned path could have (Korf 1985, iterative deepening A*), so the search stores only the
  /// current path.
  private mutating func search() {
    let starts = table.groups[table.root].providers
    var length = starts.compactMap { distances[$0.number] }.min()
    while let current = length, paths.count < limit, stepsLeft > 0 {
      length = searchForward(from: starts, length: current)
    }
    reachedSearchLimit = stepsLeft <= 0
  }

  /// A binding on the current path, and the next provider of its requests to visit.
  private struct Step {
    let binding: BindingIndex
    var request = 0
    var provider = 0
  }

  /// Finds the paths with exactly `length` bindings after the first.
  ///
  /// - Returns: The smallest greater length that a path may have.
  private mutating func searchForward(from starts: [BindingIndex], length: Int) -> Int? {
    var next: Int?
    var isOnPath = Array(repeating: false, count: distances.count)
    var path: [Step] = []
    func enter(_ binding: BindingIndex) -> Bool {
      guard let distance = distances[binding.number], !isOnPath[binding.number] else {
        return false
      }
      let least = path.count + distance
      if least > length { next = min(next ?? least, least) }
      return least <= length
    }
    for start in starts where enter(start) {
      path = [Step(binding: start)]
      isOnPath[start.number] = true
      found(path, length)
      while var step = path.popLast() {
        guard paths.count < limit, stepsLeft > 0 else { return nil }
        guard let provider = nextProvider(&step) else {
          isOnPath[step.binding.number] = false
          continue
        }
        path.append(step)
        if enter(provider) {
          isOnPath[provider.number] = true
          path.append(Step(binding: provider))
          found(path, length)
        }
      }
    }
    return next
  }

  /// Returns the next provider of the requests of the step's binding.
  private mutating func nextProvider(_ step: inout Step) -> BindingIndex? {
    stepsLeft -= 1
    let requested = table.requested[step.binding.number]
    while step.request < requested.count {
      let providers = table.groups[requested[step.request]].providers
      if step.provider < providers.count {
        step.provider += 1
        return providers[step.provider - 1]
      }
      (step.request, step.provider) = (step.request + 1, 0)
      stepsLeft -= 1
    }
    return nil
  }

  /// Stores the path if it ends here. Shorter ones were found in an earlier pass.
  private mutating func found(_ path: [Step], _ length: Int) {
    guard path.count == length + 1, let last = path.last, distances[last.binding.number] == 0 else {
      return
    }
    stepsLeft -= path.count
    paths.append(path.map(\.binding))
  }
}
