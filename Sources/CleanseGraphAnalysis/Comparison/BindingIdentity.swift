import CleanseGraph

/// Identifies a binding across two graphs: its key, kind, component and provenance.
struct BindingIdentity: Hashable {
  let key: Key
  let kind: Binding.Kind
  /// The number that ``ComponentNames`` assigns to its component.
  let component: Int
  let provenance: Provenance

  init(_ binding: Binding, component: Int) {
    key = binding.key.withoutCopy
    kind = binding.kind
    self.component = component
    provenance = binding.provenance
  }
}

/// Numbers the components of several graphs: components with equal names and equal parents have the same
/// number.
struct ComponentNames {
  private struct Path: Hashable {
    let parent: Int?
    let name: String
  }

  private var numbers: [Path: Int] = [:]

  /// The numbers of a graph's components, in order.
  mutating func numbers(of graph: BindingGraph) -> [Int] {
    var result: [Int] = []
    for component in graph.components {
      // The root component is the same one even if the application was renamed.
      let path = Path(
        parent: component.parent.map { result[$0.number] },
        name: component.parent == nil ? "" : component.name)
      let number = numbers[path] ?? numbers.count
      numbers[path] = number
      result.append(number)
    }
    return result
  }
}
