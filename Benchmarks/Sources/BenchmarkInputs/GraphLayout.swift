/// A graph of any size in which node 0 reaches every node, almost every node has two dependencies, and no
/// path is longer than a small multiple of the logarithm of the size.
///
/// The first half of the nodes forms a binary tree over all nodes; each of the others depends on two nodes
/// that are closer to the last one. A node depends only on nodes with larger numbers, so there is no cycle.
public struct GraphLayout: Sendable {
  public let count: Int

  public init(count: Int) {
    self.count = count
  }

  /// Returns the two dependencies of a node; nil for the last node.
  public func dependencies(of node: Int) -> (Int, Int)? {
    if 2 * node + 2 < count { return (2 * node + 1, 2 * node + 2) }
    let distance = count - 1 - node
    // No other node reaches a single child at the end of the tree.
    if 2 * node + 1 < count { return (2 * node + 1, count - 1 - distance / 3) }
    guard distance > 0 else { return nil }
    return (count - 1 - distance / 2, count - 1 - distance / 3)
  }
}
