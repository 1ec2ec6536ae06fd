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

  /// The decorators of a key in a component, in the order in which they are applied.
  package func decorators(of key: Key, in component: ComponentIndex) -> [Binding] {
    // The indices are reversed, not the bindings: for these, the compiler makes one of two functions, from build to build.
    let indices = groups(of: key, in: component).compactMap { resolution.groups[$0].binding }
    return indices.reversed().lazy.map { bindings[$0] }.filter { $0.kind == .decorator }
  }

  /// Whether several contributions to the dictionary of a group may have the same key: whether a declaration says so, also
  /// one of the dictionary that a decorator wraps.
  package func allowsDuplicateKeys(in group: GroupIndex) -> Bool {
    isDeclared(group) { $0.allowsDuplicateKeys }
  }

  /// Whether each process may have the contributions of its own plugins alone to the collection of a group, as the application
  /// declares it.
  package func isPerProcess(_ group: GroupIndex) -> Bool {
    isDeclared(group) {
      $0.kind == .declaration && $0.isPerProcess && $0.provenance.origin == nil
    }
  }

  /// Whether a declaration of the collection of a group says something, also one of the collection that a decorator wraps.
  private func isDeclared(_ group: GroupIndex, _ says: (Binding) -> Bool) -> Bool {
    var next: GroupIndex? = group
    while let group = next {
      if resolution.effective(of: group).contains(where: { says(bindings[$0]) }) { return true }
      next = collection(wrappedOrInheritedBy: resolution.groups[group])
    }
    return false
  }

  /// What a group wraps, overrides or adds to.
  private func collection(wrappedOrInheritedBy group: Resolution.Group) -> GroupIndex? {
    let isDecorator = group.binding.map { bindings[$0].kind == .decorator } ?? false
    return group.decorated ?? group.inherited
      ?? (isDecorator || group.isAbsent ? group.ancestor : nil)
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
