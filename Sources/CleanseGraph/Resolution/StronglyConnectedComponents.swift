/// A directed graph whose edges are enumerated on demand, so that they need not be stored.
protocol DependencyGraph {
  /// The number of nodes, which are numbered from zero.
  var nodeCount: Int { get }

  /// Returns the next node that a node depends on, or nil after the last one.
  ///
  /// - Parameters:
  ///   - position: Zero for the first call; each call advances it.
  ///   - isDeferred: Set to whether the dependency is deferred.
  func dependency(of node: Int, at position: inout Int, isDeferred: inout Bool) -> Int?
}

/// The strongly connected components of a directed graph that have at least two nodes, or one that depends on itself.
///
/// Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972) with an explicit
/// stack instead of recursion, so that long chains can't overflow the call stack.
///
/// - Complexity: Linear in nodes and edges.
struct StronglyConnectedComponents<Graph: DependencyGraph> {
  private(set) var components: [[Int]] = []

  private let graph: Graph
  /// Whether deferred edges are ignored.
  private let isImmediate: Bool
  private var states: StateTable
  private var stack: [Int] = []
  private var count = 0

  private struct State {
    /// The order in which the node was visited, from one; zero for an unvisited node.
    var index: Int32 = 0
    /// The index of the earliest visited node that the node is known to reach.
    var lowest: Int32 = 0
    var isOnStack = false
    var dependsOnItself = false
  }

  /// The state of each node: an array for the whole graph, or a dictionary for a few nodes.
  private struct StateTable {
    private var all: [State]
    private var few: [Int: State] = [:]

    init(count: Int) {
      all = Array(repeating: State(), count: count)
    }

    // With `_modify`, each access would allocate memory for the accessor of the dictionary.
    subscript(node: Int) -> State {
      @inline(__always) get { all.isEmpty ? few[node] ?? State() : all[node] }
      @inline(__always) set {
        if all.isEmpty { few[node] = newValue } else { all[node] = newValue }
      }
    }
  }

  /// Finds the components of the whole graph.
  init(of graph: Graph) {
    self.init(graph, isImmediate: false, count: graph.nodeCount)
    for node in 0..<graph.nodeCount where states[node].index == 0 {
      visit(node)
    }
  }

  /// Finds the components of the subgraph of these nodes and its immediate edges.
  init(of graph: Graph, immediatelyWithin nodes: [Int]) {
    self.init(graph, isImmediate: true, count: 0)
    let inside = Set(nodes)
    for node in nodes where states[node].index == 0 {
      visit(node) { inside.contains($0) }
    }
  }

  private init(_ graph: Graph, isImmediate: Bool, count: Int) {
    self.graph = graph
    self.isImmediate = isImmediate
    states = StateTable(count: count)
  }

  private mutating func visit(_ root: Int, where isInside: (Int) -> Bool = { _ in true }) {
    var path = [(node: root, position: 0)]
    enter(root)
    while let node = path.last?.node {
      var isDeferred = false
      guard
        let target = graph.dependency(
          of: node, at: &path[path.count - 1].position, isDeferred: &isDeferred)
      else {
        leave(node)
        path.removeLast()
        if let (before, _) = path.last { reach(states[node].lowest, from: before) }
        continue
      }
      guard !(isImmediate && isDeferred), isInside(target) else { continue }
      let state = states[target]
      if state.index == 0 {
        enter(target)
        path.append((target, 0))
      } else if target == node {
        states[node].dependsOnItself = true
      } else if state.isOnStack {
        reach(state.index, from: node)
      }
    }
  }

  private mutating func reach(_ index: Int32, from node: Int) {
    states[node].lowest = min(states[node].lowest, index)
  }

  private mutating func enter(_ node: Int) {
    count += 1
    states[node] = State(index: Int32(count), lowest: Int32(count), isOnStack: true)
    stack.append(node)
  }

  /// Pops the node's component off the stack if the node was the first of it that was visited.
  private mutating func leave(_ node: Int) {
    guard states[node].lowest == states[node].index, let start = stack.lastIndex(of: node) else {
      return
    }
    if start + 1 < stack.count || states[node].dependsOnItself {
      components.append(Array(stack[start...]))
    }
    for member in stack[start...] { states[member].isOnStack = false }
    stack.removeLast(stack.count - start)
  }
}
