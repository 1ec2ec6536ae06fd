/// A graph of any size, in which node 0 reaches every node, each node but a few needs two others,
/// and no path is longer than a few times the logarithm of the size.
///
/// The first half of the nodes is a binary tree over all of them; the others need two of those that
/// come closer to the last one. A node only needs nodes of larger numbers, so there is no ring.
public struct GraphLayout: Sendable {
  public let count: Int

  public init(count: Int) {
    self.count = count
  }

  /// The two nodes that the node needs; nothing for the last one.
  public func needs(of node: Int) -> (Int, Int)? {
    if 2 * node + 2 < count { return (2 * node + 1, 2 * node + 2) }
    let distance = count - 1 - node
    // The child that stands alone at the end of the tree would be reached by nobody else.
    if 2 * node + 1 < count { return (2 * node + 1, count - 1 - distance / 3) }
    guard distance > 0 else { return nil }
    return (count - 1 - distance / 2, count - 1 - distance / 3)
  }
}
