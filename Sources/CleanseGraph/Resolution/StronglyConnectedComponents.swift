/// A directed graph whose edges are found one after the other, so that they need not be stored.
protocol DependencyGraph {
  /// Nodes are the numbers below it.
  var nodeCount: Int { get }

  /// The next node that a node depends on, and whether it does so deferred.
  ///
  /// - Parameter position: Zero at first; advanced by each call.
  /// - Returns: Nil when there is no further one.
  func dependency(of node: Int, at position: inout Int, isDeferred: inout Bool) -> Int?
}

/// The groups of at least two nodes of a directed graph in which each reaches every other.
///
/// Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972) with a stack of its
/// own instead of recursion, so that a long chain is no danger. Linear in nodes and edges.
struct StronglyConnectedComponents<Graph: DependencyGraph> {
  private(set) var components: [[Int]] = []

  private let graph: Graph
  /// Whether edges that are deferred are left out.
  private let isImmediate: Bool
  /// When each node was first seen, counted from one; zero before.
  private var indices: NodeTable
  /// The earliest seen node that each one is known to reach.
  private var lowest: NodeTable
  private var isOnStack: NodeTable
  private var stack: [Int] = []
  private var count = 0

  /// A number for each node: of the whole graph, or of the few that are looked at.
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

  /// Of the whole graph.
  init(of graph: Graph) {
    self.init(graph, isImmediate: false, count: graph.nodeCount)
    for node in 0..<graph.nodeCount where indices[node] == 0 {
      visit(node)
    }
  }

  /// Of the part that these nodes make up, by immediate edges alone.
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

  /// Takes the node's component off the stack if it is the first of it that was seen.
  private mutating func leave(_ node: Int) {
    guard lowest[node] == indices[node], let start = stack.lastIndex(of: node) else { return }
    // A binding and the group of its key are two nodes, so one node alone is no cycle.
    if start + 1 < stack.count { components.append(Array(stack[start...])) }
    for member in stack[start...] { isOnStack[member] = 0 }
    stack.removeSubrange(start...)
  }
}
