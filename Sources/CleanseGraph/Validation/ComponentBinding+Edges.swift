extension ComponentBinding {
  /// A request of one of the component's bindings, with what answers it.
  public struct Edge: Sendable {
    /// Who asks.
    public let binding: Binding
    /// The index of the request in ``Binding/requests``.
    public let index: Int
    /// What answers, in this component or in one around it; several make up a collection, and none
    /// is a missing binding or an optional that is nothing.
    public let answers: [Binding]

    /// What is asked for, and in which form.
    public var request: Request { binding.requests[index] }
  }

  /// What the component's bindings ask for, in the order of declaration; bindings that are replaced
  /// by an override ask for nothing.
  public var edges: [Edge] {
    bindings.filter { !graph.isReplaced($0) }.flatMap { binding in
      binding.requests.indices.map { index in
        Edge(
          binding: binding, index: index,
          answers: graph.bindings(answering: index, of: binding))
      }
    }
  }

  /// The requests of ``edges``.
  public var requests: [Request] { edges.map(\.request) }

  /// A shortest path from the root of the root component to the binding, with both ends; empty when
  /// the root does not lead there.
  public func path(to binding: Binding) -> [Binding] {
    graph.path(to: binding)
  }
}
