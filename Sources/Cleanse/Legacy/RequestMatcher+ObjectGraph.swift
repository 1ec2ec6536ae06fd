extension RequestMatcher {
  /// Lets each ``LegacyObjectGraph`` ask for all objects and property injectors that its component
  /// can see, but for what needs the graph itself and for what it would have to await.
  mutating func fillObjectGraphs() {
    for index in bindings.indices {
      guard case .objectGraph = bindings[index].recorded.maker else { continue }
      // One after the other: what the graphs before ask for counts, so that they never need each
      // other in a ring.
      let users = users(of: bindings[index].slot)
      let targets = Recording.visibleObjects(
        from: bindings[index].component, components: components, slots: slots
      ).filter { target in
        let maker = slots[target.slot].maker(among: bindings)
        let isAwaited = maker.map { bindings[$0].recorded.isAwaitedEachTime } ?? false
        return !users.contains(target.slot) && !isAwaited
      }
      bindings[index].recorded = bindings[index].recorded.asking(
        for: targets.map { slots[$0.slot].key.request })
      bindings[index].targets = targets
    }
  }

  /// The slot, and all whose values need its value, however far away. These can't be had from an
  /// object graph that they need themselves.
  private func users(of slot: Int) -> Set<Int> {
    var direct: [[Int]] = Array(repeating: [], count: slots.count)
    for user in slots.indices {
      for dependency in dependencies(of: slots[user]) { direct[dependency].append(user) }
    }
    var users: Set<Int> = [slot]
    var rest = [slot]
    while let next = rest.popLast() {
      for user in direct[next] where users.insert(user).inserted { rest.append(user) }
    }
    return users
  }

  private func dependencies(of slot: Recording.Slot) -> [Int] {
    let makers = slot.maker(among: bindings).map { [$0] } ?? slot.contributions
    return (slot.inherited.map { [$0.slot] } ?? [])
      + makers.flatMap { maker in
        let strong = bindings[maker].targets.compactMap { $0 }.filter { $0.form != .weakProvider }
        let inner = bindings[maker].subcomponent.flatMap { components[$0].root }
        return strong.map(\.slot) + (inner.map { [$0.slot] } ?? [])
      }
  }
}

extension Recording {
  /// What a component can see of which the static type is a class, or a property injector of one;
  /// of each key the nearest.
  static func visibleObjects(
    from component: Int, components: [Component], slots: [Slot]
  ) -> [Target] {
    let around = Array(sequence(first: component) { components[$0].parent })
    let levels = Dictionary(uniqueKeysWithValues: around.enumerated().map { ($1, $0) })
    var nearest: [ObjectIdentifier: Target] = [:]
    var order: [ObjectIdentifier] = []
    for (index, slot) in slots.enumerated() where !slot.isAbsent {
      guard let levels = levels[slot.component] else { continue }
      let request = ObjectIdentifier(slot.key.request)
      if let known = nearest[request] {
        guard levels < known.levels else { continue }
      } else {
        guard LegacyObject(slot.key) != nil else { continue }
        order.append(request)
      }
      nearest[request] = Target(slot: index, form: .throwingProvider, levels: levels)
    }
    return order.compactMap { nearest[$0] }
  }
}
