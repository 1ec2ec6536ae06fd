extension Resolver {
  /// Groups the bindings of each key in each component, and decides which of them are in effect.
  mutating func group() {
    result.groupsOfComponents = Array(repeating: [], count: components.count)
    result.groupsOfBindings.reserveCapacity(bindings.count)
    result.groups.reserveCapacity(bindings.count)
    var counts: [Int] = []
    for index in bindingIndices {
      // The declarations may have been resolved before, together with others.
      if bindings[index].takesScope {
        bindings[index].scope = nil
        bindings[index].takesScope = false
      }
      let component = bindings[index].component
      let number = result.numbers.number(of: bindings[index].key)
      let group: GroupIndex
      if bindings[index].kind == .decorator {
        // A group of its own, which requests of the key reach if it is the outermost one.
        group = GroupIndex(result.groups.count)
        result.groups.append(Resolution.Group(component: component, key: bindings[index].key))
        decorators.append(index)
        counts.append(1)
      } else if let known = result.table.group(of: number, in: component) {
        group = known
        counts[group.number] += 1
      } else {
        group = GroupIndex(result.groups.count)
        result.table.add(group, of: number, in: component)
        result.groups.append(Resolution.Group(component: component, key: bindings[index].key))
        result.groupsOfComponents[component.number].append(group)
        counts.append(1)
      }
      result.groupsOfBindings.append(group)
    }
    var ends: [Int] = []
    ends.reserveCapacity(counts.count)
    var end = 0
    for group in counts.indices {
      result.groups[group].members = end..<(end + counts[group])
      ends.append(end)
      end += counts[group]
    }
    result.members = Array(repeating: BindingIndex(0), count: bindings.count)
    for index in bindingIndices {
      let group = result.groupsOfBindings[index.number]
      result.members[ends[group.number]] = index
      ends[group.number] += 1
    }
    result.effective.reserveCapacity(bindings.count)
    result.isReplaced = Array(repeating: false, count: bindings.count)
    for group in result.groupIndices { decide(group) }
    sortDecorators()
    for index in decorators { decorate(with: index) }
  }

  /// Sorts the decorators so that what a decorator wraps comes before it: those of ancestors, and in the same component
  /// those of a lower order. Those with equal order stay in the order of declaration.
  private mutating func sortDecorators() {
    decorators = decorators.sorted { left, right in
      let (first, second) = (bindings[left], bindings[right])
      guard first.component == second.component else { return first.component < second.component }
      let (order, other) = (first.order ?? 0, second.order ?? 0)
      return order == other ? left < right : order < other
    }
  }

  /// Puts a decorator around the group that has provided its key so far.
  private mutating func decorate(with index: BindingIndex) {
    let component = bindings[index].component
    let key = result.numbers.number(of: bindings[index].key)
    let group = result.groupsOfBindings[index.number]
    if nearest(key, from: component) == nil, declaredOptional(key, from: component) != nil {
      // An optional without a binding stays nil.
      result.isReplaced[index.number] = true
      result.groups[group].provider = .none
      return
    }
    let inner = result.table.group(of: key, in: component)
    result.groups[group].decorated = inner
    guard let inner else {
      result.table.add(group, of: key, in: component)
      result.groupsOfComponents[component.number].append(group)
      return
    }
    result.table.replace(inner, with: group, of: key, in: component)
    result.groups[group].isExtensible = result.groups[inner].isExtensible
    if let shared = result.groups[inner].binding.flatMap({ bindings[$0].scope }) {
      share([index], in: shared)
    }
  }

  /// Decides which members of a group are in effect.
  private mutating func decide(_ group: GroupIndex) {
    let members = result.members(of: group)
    var content = result.groups[group]
    var singles = 0
    var hasSeedElement = false
    var isOrdered = true
    for index in members {
      switch bindings[index].kind {
      case .optional: content.isOptional = true
      case .contribution, .declaration: content.hasParts = true
      case .seedElement: hasSeedElement = true
      case .decorator: singles = 1
      case .single, .seed, .subcomponent:
        if let override = bindings[index].override {
          content.highestOverride = max(content.highestOverride ?? override, override)
        } else {
          singles += 1
        }
      }
      if bindings[index].order != nil { isOrdered = false }
    }
    // Any other binding of the component has precedence over the element of its seed.
    let isSeedElement = hasSeedElement && singles == 0 && !content.hasParts
    if isSeedElement { singles = 1 }
    let start = result.effective.count
    for index in members {
      if let highest = content.highestOverride, bindings[index].override != highest {
        result.isReplaced[index.number] = true
      } else if bindings[index].kind == .seedElement, !isSeedElement {
        result.isReplaced[index.number] = true
      } else if bindings[index].kind != .optional {
        result.effective.append(index)
      }
    }
    content.effective = start..<result.effective.count
    content.isExtensible = content.hasParts
    if content.highestOverride != nil {
      share(result.effective[start...], like: members)
      content.overridesAncestor = singles == 0 && !content.hasParts
      content.provider =
        content.effective.count == 1 ? .binding(result.effective[start]) : .ambiguous
    } else if content.hasParts {
      content.provider = singles == 0 ? .collection : .ambiguous
      if !isOrdered { sort(content.effective) }
    } else {
      content.provider =
        singles == 0 ? .none : singles == 1 ? .binding(result.effective[start]) : .ambiguous
    }
    result.groups[group] = content
  }

  /// Shares overrides if they replace a shared binding. A value is always the same one.
  private mutating func share(
    _ overrides: ArraySlice<BindingIndex>, like members: ArraySlice<BindingIndex>
  ) {
    let shared = members.first {
      result.isReplaced[$0.number] && bindings[$0].kind == .single && bindings[$0].scope != nil
    }
    if let scope = shared.flatMap({ bindings[$0].scope }) { share(overrides, in: scope) }
  }

  private mutating func share(_ indices: ArraySlice<BindingIndex>, in scope: String) {
    for index in indices where bindings[index].scope == nil && bindings[index].source != .value {
      bindings[index].scope = scope
      bindings[index].takesScope = true
    }
  }

  /// Sorts contributions by their order; those with equal order stay in the order of declaration.
  private mutating func sort(_ range: Range<Int>) {
    let sorted = result.effective[range].sorted {
      let (left, right) = (bindings[$0].order ?? 0, bindings[$1].order ?? 0)
      return left == right ? $0 < $1 : left < right
    }
    result.effective.replaceSubrange(range, with: sorted)
  }

  /// Finds the group of an ancestor that each group shadows or, as a collection, adds to.
  mutating func inherit() {
    // Ancestors first, as an override may replace a collection of an ancestor. For the same reason, decorators come after
    // what they wrap.
    var decorators = decorators[...]
    for component in componentIndices {
      let own = decorators.prefix { bindings[$0].component == component }
      decorators = decorators.dropFirst(own.count)
      guard let parent = components[component].parent else { continue }
      for group in result.groupsOfComponents[component.number] { inherit(group, from: parent) }
      for index in own where !result.isReplaced[index.number] {
        inherit(result.groupsOfBindings[index.number], from: parent)
      }
    }
  }

  private mutating func inherit(_ group: GroupIndex, from parent: ComponentIndex) {
    let key = result.numbers.number(of: result.groups[group].key)
    // Avoids a search: most keys are bound in a single component, and components can be deeply nested.
    guard result.table.count(of: key) > 1, let ancestor = nearest(key, from: parent)?.group else {
      return
    }
    result.groups[group].ancestor = ancestor
    guard result.groups[ancestor].isExtensible else { return }
    if result.groups[group].isCollection { result.groups[group].inherited = ancestor }
    if result.groups[group].overridesAncestor { result.groups[group].isExtensible = true }
    guard isDecorator(group) else { return }
    let inner = wrapped(by: group) ?? ancestor
    result.groups[group].isExtensible = result.groups[inner].isExtensible
  }

  private func isDecorator(_ group: GroupIndex) -> Bool {
    result.groups[group].binding.map { bindings[$0].kind == .decorator } ?? false
  }

  /// The group of the same component whose value a decorator wraps; nil if it wraps that of an ancestor, although its
  /// component may declare an optional.
  func wrapped(by decorator: GroupIndex) -> GroupIndex? {
    result.groups[decorator].decorated.flatMap { result.groups[$0].isAbsent ? nil : $0 }
  }

  /// The nearest group of a key that is declared as an optional, whether it has a binding or not.
  func declaredOptional(
    _ key: Int, from component: ComponentIndex
  ) -> (group: GroupIndex, levels: Int)? {
    first(of: key, from: component) { result.groups[$0].isOptional }
  }

  /// The nearest group of a key that has a binding.
  func nearest(_ key: Int, from component: ComponentIndex) -> (group: GroupIndex, levels: Int)? {
    first(of: key, from: component) { !result.groups[$0].isAbsent }
  }

  /// The first group of a key, from the component outwards, that meets the condition.
  @inline(__always)
  private func first(
    of key: Int, from component: ComponentIndex, where condition: (GroupIndex) -> Bool
  ) -> (group: GroupIndex, levels: Int)? {
    guard result.table.hasGroups(of: key) else { return nil }
    var next: ComponentIndex? = component
    var levels = 0
    while let component = next {
      if let group = result.table.group(of: key, in: component), condition(group) {
        return (group, levels)
      }
      next = components[component].parent
      levels += 1
    }
    return nil
  }
}
