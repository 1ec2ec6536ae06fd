extension ComponentBinding {
  /// A request of one of the component's bindings, with the bindings that answer it.
  public struct Edge: Sendable {
    /// The requester.
    public let binding: Binding
    /// The index of the request among those of the binding.
    public let index: RequestIndex
    /// The bindings that answer it, in this component or an ancestor. Several form a collection; none means a
    /// missing binding, an absent optional or an empty collection.
    public let answers: [Binding]

    /// The key and the form of the request.
    public var request: Request { binding[index] }
  }

  /// The requests of the component's bindings, in the order of declaration. Bindings that are replaced by an
  /// override are not included.
  public var edges: [Edge] {
    bindings.filter { !graph.isReplaced($0) }.flatMap { binding in
      binding.requestIndices.map { index in
        Edge(
          binding: binding, index: index,
          answers: graph.bindings(answering: index, of: binding))
      }
    }
  }

  /// The requests of ``edges``.
  public var requests: [Request] { edges.map(\.request) }

  /// A shortest path from the root of the root component to the binding, including both; empty when the
  /// binding is not reachable from the root.
  public func path(to binding: Binding) -> [Binding] {
    graph.path(to: binding)
  }
}
