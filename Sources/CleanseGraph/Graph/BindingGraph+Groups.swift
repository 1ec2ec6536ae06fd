extension BindingGraph {
  /// The group of a key in a component, not including ancestors.
  package func group(of key: Key, in component: ComponentIndex) -> GroupIndex? {
    resolution.number(of: key).flatMap { resolution.table.group(of: $0, in: component) }
  }

  /// The groups of a key in a component: decorators, the outermost first, and what they wrap.
  func groups(of key: Key, in component: ComponentIndex) -> some Sequence<GroupIndex> {
    sequence(state: group(of: key, in: component)) { [groups = resolution.groups] next in
      defer { next = next.flatMap { groups[$0].decorated } }
      return next
    }
  }

  /// The group that provides a key to a component.
  func answer(to key: Key, from component: ComponentIndex) -> GroupIndex? {
    guard let number = resolution.number(of: key) else { return nil }
    var next: ComponentIndex? = component
    while let component = next, componentIndices.contains(component) {
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
