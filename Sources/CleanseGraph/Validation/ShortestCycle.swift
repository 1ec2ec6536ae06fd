/// Returns a shortest cycle from a node back to itself, without the second occurrence of the node; nil if there is none.
///
/// - Parameter next: The nodes to which edges lead from a node. It is called once for each node that is reached.
func shortestCycle<Node: Hashable>(from start: Node, next: (Node) -> [Node]) -> [Node]? {
  var previous: [Node: Node] = [:]
  var queue = [start]
  var position = 0
  while position < queue.count {
    let node = queue[position]
    position += 1
    for successor in next(node) where previous[successor] == nil {
      if successor == start { return sequence(first: node) { previous[$0] }.reversed() }
      previous[successor] = node
      queue.append(successor)
    }
  }
  return nil
}
