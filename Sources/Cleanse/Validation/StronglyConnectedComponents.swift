/// The groups of nodes of a directed graph in which each reaches every other.
///
/// Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972) with a stack of its
/// own in place of the recursion, so that a long chain is no danger. Linear in nodes and edges.
struct StronglyConnectedComponents {
  private(set) var components: [[Int]] = []

  private let edges: [[Int]]
  /// When each node was first seen, counted from one; zero before.
  private var indices: [Int]
  /// The earliest seen node that each one is known to reach.
  private var lowest: [Int]
  private var isOnStack: [Bool]
  private var stack: [Int] = []
  private var count = 0

  /// - Parameter edges: For each node, those that its edges lead to.
  init(of edges: [[Int]]) {
    self.edges = edges
    indices = Array(repeating: 0, count: edges.count)
    lowest = indices
    isOnStack = Array(repeating: false, count: edges.count)
    for node in edges.indices where indices[node] == 0 {
      visit(node)
    }
  }

  private mutating func visit(_ root: Int) {
    var path = [(node: root, next: 0)]
    enter(root)
    while let (node, next) = path.last {
      guard next < edges[node].count else {
        leave(node)
        path.removeLast()
        if let (before, _) = path.last { lowest[before] = min(lowest[before], lowest[node]) }
        continue
      }
      path[path.count - 1].next += 1
      let target = edges[node][next]
      if indices[target] == 0 {
        enter(target)
        path.append((target, 0))
      } else if isOnStack[target] {
        lowest[node] = min(lowest[node], indices[target])
      }
    }
  }

  private mutating func enter(_ node: Int) {
    count += 1
    indices[node] = count
    lowest[node] = count
    stack.append(node)
    isOnStack[node] = true
  }

  /// Takes the node's component off the stack if it is the first of it that was seen.
  private mutating func leave(_ node: Int) {
    guard lowest[node] == indices[node], let start = stack.lastIndex(of: node) else { return }
    components.append(Array(stack[start...]))
    for member in stack[start...] { isOnStack[member] = false }
    stack.removeSubrange(start...)
  }
}
