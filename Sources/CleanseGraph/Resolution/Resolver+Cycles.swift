extension Resolver: DependencyGraph {
  /// The nodes are the bindings, followed by the groups. A collection with m contributions and n dependents thus
  /// has m + n edges instead of m × n.
  var nodeCount: Int { bindings.count + result.groups.count }

  func dependency(
    of node: Int, at position: inout Int, isDeferred: inout Bool
  ) -> Int? {
    if node >= bindings.count {
      return dependency(of: GroupIndex(node - bindings.count), &position)
    }
    let requests = result.isReplaced[node] ? 0 : bindings[node].requests.count
    while position < requests {
      let number = position
      position += 1
      let answer = result.answers[result.firstAnswers[node] + number]
      let form = bindings[node].requests[number].form
      guard let group = answer.group, !answer.isAbsent else { continue }
      if form.isWeak, !result.isMadeOnWeakRequest(group, of: bindings) { continue }
      isDeferred = bindings[node].isDeferred(form)
      return bindings.count + group.number
    }
    guard let subcomponent = bindings[node].subcomponent, !result.isReplaced[node] else {
      return nil
    }
    // The root and the services are made when the factory is called.
    isDeferred = true
    if position == requests {
      position += 1
      if let root = result.roots[subcomponent.number].group { return bindings.count + root.number }
    }
    guard let services = result.services[subcomponent], position - requests <= services.count else {
      return nil
    }
    position += 1
    let service = services[position - requests - 2].binding
    return bindings.count + result.groupsOfBindings[service.number].number
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
    return bindings.count + inherited.number
  }

  mutating func findCycles() {
    for nodes in StronglyConnectedComponents(of: self).components {
      let groups = nodes.filter { $0 >= bindings.count }.map { GroupIndex($0 - bindings.count) }
        .sorted()
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
    result.steps = Array(repeating: nil, count: bindings.count)
    var isSeen = Array(repeating: false, count: result.groups.count)
    var queue: [BindingIndex] = []
    queue.reserveCapacity(bindings.count)
    var position = -1
    func see(_ answer: Resolution.Answer, from previous: BindingIndex?) {
      guard let group = answer.group, !isSeen[group.number] else { return }
      let groups =
        result.groups[group].inherited == nil ? [group] : result.chain(from: group).reversed()
      for group in groups where !isSeen[group.number] {
        isSeen[group.number] = true
        for index in result.effective(of: group) where result.steps[index.number] == nil {
          result.steps[index.number] = step(to: index, from: previous)
          queue.append(index)
        }
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
      if let subcomponent = bindings[index].subcomponent {
        seeComponent(subcomponent, from: index)
      }
    }
  }

  private func step(to index: BindingIndex, from previous: BindingIndex?) -> Resolution.Step {
    guard let previous, let step = result.steps[previous.number] else {
      return Resolution.Step(length: 1, previous: index, third: index)
    }
    return Resolution.Step(
      length: step.length + 1, previous: previous, third: step.length < 3 ? index : step.third)
  }
}
