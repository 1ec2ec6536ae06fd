package import CleanseGraph

/// A list of bindings in a report: the first ones, and the total number.
///
/// The limit keeps a report from growing with *n* × *m* where *n* bindings each refer to *m* others.
public struct BindingReferences: Hashable, Sendable {
  /// The first bindings, in order.
  public let listed: [BindingReference]
  /// The total number of bindings.
  public let count: Int
  /// The owners of all bindings, each once, in order: the first ones, and the number of further ones.
  public let owners: String

  /// The maximum number of listed bindings.
  private static let limit = 20

  package init(_ indices: some Collection<BindingIndex>, in graph: BindingGraph) {
    listed = indices.prefix(Self.limit).map { BindingReference(graph[$0], in: graph) }
    count = indices.count
    owners = BindingReference.owners(of: indices.lazy.map { graph[$0].provenance.origin })
  }

  /// Whether the list is empty.
  public var isEmpty: Bool { count == 0 }
}
