/// What an edge of a graph of dependencies requires.
enum DependencyStrength: Comparable {
  /// A dependency through a weak provider.
  case weak
  /// A dependency that is made when the requester calls for it.
  case deferred
  /// A dependency that is made before its requester.
  case immediate
}

/// A directed graph whose edges are enumerated on demand, so that they need not be stored.
protocol DependencyGraph {
  /// The number of nodes, which are numbered from zero.
  var nodeCount: Int { get }

  /// Returns the next node that a node depends on, or nil after the last one.
  ///
  /// - Parameters:
  ///   - position: Zero for the first call; each call advances it.
  ///   - strength: Set to the strength of the dependency; immediate before the call.
  func dependency(
    of node: Int, at position: inout Int, strength: inout DependencyStrength
  ) -> Int?
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
  /// Weaker edges are ignored.
  private let minimum: DependencyStrength
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
    self.init(graph, atLeast: .weak, count: graph.nodeCount)
    for node in 0..<graph.nodeCount where indices[node] == 0 {
      visit(node)
    }
  }

  /// Finds the components of the subgraph of these nodes and those edges between them that have the minimum
  /// strength.
  init(of graph: Graph, within nodes: [Int], atLeast minimum: DependencyStrength) {
    self.init(graph, atLeast: minimum, count: 0)
    let inside = Set(nodes)
    for node in nodes where indices[node] == 0 {
      visit(node) { inside.contains($0) }
    }
  }

  private init(_ graph: Graph, atLeast minimum: DependencyStrength, count: Int) {
    self.graph = graph
    self.minimum = minimum
    (indices, lowest, isOnStack) = (
      NodeTable(count: count), NodeTable(count: count), NodeTable(count: count)
    )
  }

  private mutating func visit(_ root: Int, where isInside: (Int) -> Bool = { _ in true }) {
    var path = [(node: root, position: 0)]
    enter(root)
    while let node = path.last?.node {
      var strength = DependencyStrength.immediate
      guard
        let target = graph.dependency(
          of: node, at: &path[path.count - 1].position, strength: &strength)
      else {
        leave(node)
        path.removeLast()
        if let (before, _) = path.last { lowest[before] = min(lowest[before], lowest[node]) }
        continue
      }
      guard strength >= minimum, isInside(target) else { continue }
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
