extension BindingGraph {
  /// The group of a key in a component, not including ancestors.
  func group(of key: Key, in component: Int) -> GroupIndex? {
    resolution.number(of: key).flatMap { resolution.table.group(of: $0, in: component) }
  }

  /// The group that provides a key to a component.
  func answer(to key: Key, from component: Int) -> GroupIndex? {
    guard let number = resolution.number(of: key) else { return nil }
    var next: Int? = component
    while let component = next, components.indices.contains(component) {
      if let group = resolution.table.group(of: number, in: component),
        !resolution.groups[group].isAbsent
      {
        return group
      }
      next = components[component].parent
    }
    return nil
  }
}

extension Resolution {
  /// The number of a key that is bound in any component.
  fileprivate func number(of key: Key) -> Int? {
    if let number = numbers.known(key) { return number }
    // Keys that the graph returned have numbers. An equal key may also have been created by the caller.
    return groups.first { $0.key == key }.flatMap { numbers.known($0.key) }
  }
}
