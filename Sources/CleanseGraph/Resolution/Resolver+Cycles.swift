extension Resolver: DependencyGraph {
  /// The nodes are the bindings, followed by the groups. A collection with m contributions and n dependents thus
  /// has m + n edges instead of m × n. The only binding of a group takes its place: nothing depends on such a group.
  var nodeCount: Int { bindings.count + result.groups.count }

  private func representative(of group: GroupIndex) -> Int {
    let only = onlyBindings[group.number]
    return only < 0 ? bindings.count + group.number : Int(only)
  }

  func dependency(
    of node: Int, at position: inout Int, isDeferred: inout Bool
  ) -> Int? {
    if node >= bindings.count {
      return dependency(of: GroupIndex(node - bindings.count), &position)
    }
    guard !result.isReplaced[node] else { return nil }
    let first = result.firstAnswers[node]
    let requests = result.firstAnswers[node + 1] - first
    while position < requests {
      let answer = result.answers[first + position]
      position += 1
      guard let group = answer.group, !answer.isAbsent else { continue }
      if answer.isWeak, !result.isMadeOnWeakRequest(group, of: bindings) { continue }
      isDeferred = answer.isDeferred
      return representative(of: group)
    }
    guard result.isFactory[node], let subcomponent = bindings[node].subcomponent else { return nil }
    // The root and the services are made when the factory is called.
    isDeferred = true
    if position == requests {
      position += 1
      if let root = result.roots[subcomponent.number].group { return representative(of: root) }
    }
    guard let services = result.services[subcomponent], position - requests <= services.count else {
      return nil
    }
    position += 1
    let service = services[position - requests - 2].binding
    return representative(of: result.groupsOfBindings[service.number])
  }

  private func dependency(of group: GroupIndex, _ position: inout Int) -> Int? {
    let effective = result.groups[group].effective
    if position < effective.count {
      position += 1
      return result.effective[effective.lowerBound + position - 1].number
    }
    guard position == effective.count, let inherited = result.groups[group].inherited else {
      return nil
    }
    position += 1
    return representative(of: inherited)
  }

  /// Finds the groups with a single binding in effect, which following dependencies uses.
  mutating func findOnlyBindings() {
    onlyBindings = result.groups.indices.map { group in
      let effective = result.groups[group].effective
      guard effective.count == 1, result.groups[group].inherited == nil else { return -1 }
      return Int32(result.effective[effective.lowerBound].number)
    }
  }

  /// The group that a node is, or that the node is the only binding of; nil for one of several bindings.
  private func group(at node: Int) -> GroupIndex? {
    guard node < bindings.count else { return GroupIndex(node - bindings.count) }
    let group = result.groupsOfBindings[node]
    return onlyBindings[group.number] < 0 ? nil : group
  }

  mutating func findCycles() {
    for nodes in StronglyConnectedComponents(of: self).components {
      let groups = nodes.compactMap(group(at:)).sorted()
      for group in groups { result.groups[group].join(cycle: result.cycles.count) }
      result.cycles.append(groups)
      let count = bindings.count
      result.cyclicBindings.formUnion(nodes.filter { $0 < count }.map(BindingIndex.init))
      result.immediateCycles += StronglyConnectedComponents(
        of: self, immediatelyWithin: nodes
      ).components.map { part in part.filter { $0 < count }.sorted().map(BindingIndex.init) }
    }
    result.immediateCycles.sort { $0[0] < $1[0] }
  }

  /// Searches breadth-first from the root of the root component, through requests of every form and through the
  /// factories of subcomponents.
  mutating func findSteps() {
    let unreachable = Resolution.Step(length: 0, previous: .init(0), third: .init(0))
    result.steps = Array(repeating: unreachable, count: bindings.count)
    var isSeen = Array(repeating: false, count: result.groups.count)
    var queue: [BindingIndex] = []
    queue.reserveCapacity(bindings.count)
    var position = -1
    func reach(_ index: BindingIndex, from previous: BindingIndex?) {
      guard result.steps[index.number].length == 0 else { return }
      result.steps[index.number] = step(to: index, from: previous)
      queue.append(index)
    }
    func see(_ answer: Resolution.Answer, from previous: BindingIndex?) {
      guard let group = answer.group, !isSeen[group.number] else { return }
      let only = onlyBindings[group.number]
      guard only < 0 else {
        isSeen[group.number] = true
        return reach(BindingIndex(Int(only)), from: previous)
      }
      let groups =
        result.groups[group].inherited == nil ? [group] : result.chain(from: group).reversed()
      for group in groups where !isSeen[group.number] {
        isSeen[group.number] = true
        for index in result.effective(of: group) { reach(index, from: previous) }
      }
    }
    func seeComponent(_ component: ComponentIndex, from previous: BindingIndex?) {
      see(result.roots[component.number], from: previous)
      for service in result.services[component] ?? [] {
        let group = result.groupsOfBindings[service.binding.number]
        see(Resolution.Answer(group: group, levels: 0), from: previous)
      }
    }
    seeComponent(.root, from: nil)
    while position + 1 < queue.count {
      position += 1
      let index = queue[position]
      for answer in result.answers(of: index) { see(answer, from: index) }
      if result.isFactory[index.number], let subcomponent = bindings[index].subcomponent {
        seeComponent(subcomponent, from: index)
      }
    }
  }

  private func step(to index: BindingIndex, from previous: BindingIndex?) -> Resolution.Step {
    guard let previous else {
      return Resolution.Step(length: 1, previous: index, third: index)
    }
    let step = result.steps[previous.number]
    return Resolution.Step(
      length: step.length + 1, previous: previous, third: step.length < 3 ? index : step.third)
  }
}
