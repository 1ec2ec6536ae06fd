import CleanseGraph

/// What makes a binding the same one on both sides: what it is of, and who declared it.
struct BindingIdentity: Hashable {
  let key: Key
  let kind: Binding.Kind
  /// The number that ``ComponentNames`` gives to its component.
  let component: Int
  let provenance: Provenance

  init(_ binding: Binding, component: Int) {
    key = binding.key.withoutCopy
    kind = binding.kind
    self.component = component
    provenance = binding.provenance
  }
}

/// Numbers the components of several graphs: those of one name inside of the same ones have the same.
struct ComponentNames {
  private struct Place: Hashable {
    let parent: Int?
    let name: String
  }

  private var numbers: [Place: Int] = [:]

  /// The numbers of a graph's components, in their order.
  mutating func numbers(of graph: BindingGraph) -> [Int] {
    var result: [Int] = []
    for component in graph.components {
      // The root is the root, also of an application that has another name by now.
      let place = Place(
        parent: component.parent.map { result[$0] },
        name: component.parent == nil ? "" : component.name)
      let number = numbers[place] ?? numbers.count
      numbers[place] = number
      result.append(number)
    }
    return result
  }
}
