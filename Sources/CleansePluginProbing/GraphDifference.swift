import CleanseGraph

/// The bindings in which two recordings of one plugin differ.
struct GraphDifference {
  let onlyFirst: [Binding]
  let onlySecond: [Binding]
  /// Whether the bindings are the same, so that only their order or another part of the graph differs.
  var isOrder: Bool { onlyFirst.isEmpty && onlySecond.isEmpty }

  /// Returns nil if the graphs are equal.
  init?(_ first: BindingGraph, _ second: BindingGraph) {
    guard first != second else { return nil }
    onlyFirst = Self.surplus(of: first, over: second)
    onlySecond = Self.surplus(of: second, over: first)
  }

  private static func surplus(of graph: BindingGraph, over other: BindingGraph) -> [Binding] {
    var counts: [Binding: Int] = [:]
    for binding in other.bindings { counts[withoutIndex(binding), default: 0] += 1 }
    return graph.bindings.filter { binding in
      let count = counts[withoutIndex(binding), default: 0]
      counts[withoutIndex(binding)] = count - 1
      return count <= 0
    }
  }

  /// The binding without its index in the graph.
  private static func withoutIndex(_ binding: Binding) -> Binding {
    var binding = binding
    binding.id = BindingIndex(0)
    return binding
  }
}
