import CleanseGraph

/// What two recordings of one plugin have that the other has not.
struct GraphDifference {
  let onlyFirst: [Binding]
  let onlySecond: [Binding]
  /// Whether what differs is the order alone, or something other than the bindings.
  var isOrder: Bool { onlyFirst.isEmpty && onlySecond.isEmpty }

  /// Nothing when the graphs are equal.
  init?(_ first: BindingGraph, _ second: BindingGraph) {
    guard first != second else { return nil }
    onlyFirst = Self.surplus(of: first, over: second)
    onlySecond = Self.surplus(of: second, over: first)
  }

  private static func surplus(of graph: BindingGraph, over other: BindingGraph) -> [Binding] {
    var counts: [Binding: Int] = [:]
    for binding in other.bindings { counts[anywhere(binding), default: 0] += 1 }
    return graph.bindings.filter { binding in
      let count = counts[anywhere(binding), default: 0]
      counts[anywhere(binding)] = count - 1
      return count <= 0
    }
  }

  /// The binding apart from its place.
  private static func anywhere(_ binding: Binding) -> Binding {
    var binding = binding
    binding.id = 0
    return binding
  }
}
