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

/// The strongly connected components of a directed graph that have at least two nodes.
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
  /// The order in which each node was visited, from one; zero for an unvisited node.
  private var indices: NodeTable
  /// The index of the earliest visited node that each node is known to reach.
  private var lowest: NodeTable
  private var isOnStack: NodeTable
  private var stack: [Int] = []
  private var count = 0

  /// A number for each node: an array for the whole graph, or a dictionary for a few nodes.
  private struct NodeTable {
    private var all: [Int32]
    private var few: [Int: Int32] = [:]

    init(count: Int) {
      all = Array(repeating: 0, count: count)
    }

    subscript(node: Int) -> Int32 {
      get { all.isEmpty ? few[node] ?? 0 : all[node] }
      set { if all.isEmpty { few[node] = newValue } else { all[node] = newValue } }
    }
  }

  /// Finds the components of the whole graph.
  init(of graph: Graph) {
    self.init(graph, isImmediate: false, count: graph.nodeCount)
    for node in 0..<graph.nodeCount where indices[node] == 0 {
      visit(node)
    }
  }

  /// Finds the components of the subgraph of these nodes and its immediate edges.
  init(of graph: Graph, immediatelyWithin nodes: [Int]) {
    self.init(graph, isImmediate: true, count: 0)
    let inside = Set(nodes)
    for node in nodes where indices[node] == 0 {
      visit(node) { inside.contains($0) }
    }
  }

  private init(_ graph: Graph, isImmediate: Bool, count: Int) {
    self.graph = graph
    self.isImmediate = isImmediate
    (indices, lowest, isOnStack) = (
      NodeTable(count: count), NodeTable(count: count), NodeTable(count: count)
    )
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
        if let (before, _) = path.last { lowest[before] = min(lowest[before], lowest[node]) }
        continue
      }
      guard !(isImmediate && isDeferred), isInside(target) else { continue }
      if indices[target] == 0 {
        enter(target)
        path.append((target, 0))
      } else if isOnStack[target] == 1 {
        lowest[node] = min(lowest[node], indices[target])
      }
    }
  }

  private mutating func enter(_ node: Int) {
    count += 1
    indices[node] = Int32(count)
    lowest[node] = Int32(count)
    stack.append(node)
    isOnStack[node] = 1
  }

  /// Pops the node's component off the stack if the node was the first of it that was visited.
  private mutating func leave(_ node: Int) {
    guard lowest[node] == indices[node], let start = stack.lastIndex(of: node) else { return }
    // A binding and the group of its key are two nodes, so a single node is not a cycle.
    if start + 1 < stack.count { components.append(Array(stack[start...])) }
    for member in stack[start...] { isOnStack[member] = 0 }
    stack.removeSubrange(start...)
  }
}
