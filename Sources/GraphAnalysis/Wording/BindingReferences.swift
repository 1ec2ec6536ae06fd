package import CleanseGraph

/// Bindings that a report lists: of many, the first ones and how many there are.
///
/// Each of *n* bindings may have to do with each of *m* others, and a report lists them for each.
public struct BindingReferences: Hashable, Sendable {
  /// The first of them, in their order.
  public let listed: [BindingReference]
  /// How many there are.
  public let count: Int
  /// Who brings them, each once, in their order; of many the first ones, and how many there are more.
  public let owners: String

  /// More than so many are counted.
  private static let limit = 20

  /// - Parameter places: The places of the bindings in the graph.
  package init(_ places: some Collection<Int>, in graph: BindingGraph) {
    listed = places.prefix(Self.limit).map { BindingReference(graph.bindings[$0], in: graph) }
    count = places.count
    owners = BindingReference.owners(of: places.lazy.map { graph.bindings[$0].provenance.origin })
  }

  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }
}
