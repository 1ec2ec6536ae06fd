import CleanseGraph

/// From a binding to the provider of its value.
extension Linker {
  /// The binding that is being linked.
  @frozen package struct Current {
    let binding: Int
    /// What happens while its value is made.
    package let effect: Effect?
    /// Where weak providers look for its instance.
    let weakSlot: Int?
    /// How many of its requests have been linked.
    var answered = 0
  }

  /// Links a binding whose dependencies are linked.
  package func link(binding index: Int, weakSlot: Int?) -> AnyObject {
    let component = graph.bindings[index].component
    switch recording.makers[index].source {
    case .seed(let link):
      let cell = newCell(in: component)
      seedCells[component] = cell
      return link(cell)
    case .subcomponent(let inner):
      return inner.linkFactory(self, graph.bindings[index].subcomponent ?? component)
    case .factory(let link):
      current = Current(binding: index, effect: effectOfMaking(index), weakSlot: weakSlot)
      let provider = link(self)
      guard current.effect != nil else { return deepened(provider) }
      let key = recording.typedKey(of: resolution.groupsOfBindings[index])
      return shared(constructing(deepened(traced(provider, key)), key), key)
    case .objectGraph: return linkObjectGraph(graph.bindings[index])
    case .declaration: preconditionFailure("A declaration was linked that makes nothing")
    }
  }

  /// What happens while the binding's value is made: also where `build` awaits it, so that none of it
  /// propagates.
  private func effectOfMaking(_ index: Int) -> Effect? {
    graph.bindings[index].isPrepared ? .asynchronous : resolution.effects[index]
  }

  /// The provider, so that a long chain is no danger.
  private func deepened(_ provider: AnyObject) -> AnyObject {
    let group = resolution.groupsOfBindings[current.binding]
    guard depths[group] > DeepStack.shallow else { return provider }
    switch current.effect {
    case nil: return recording.typedKey(of: group).deep(provider)
    case .throwing: return recording.typedKey(of: group).deepThrowing(provider)
    // What is awaited has no part of the stack while it waits for what it needs.
    case .asynchronous: return provider
    }
  }

  /// The provider, so that an error which passes through it has a step for it.
  private func traced(_ provider: AnyObject, _ key: any TypedKey.Type) -> AnyObject {
    let binding = graph.bindings[current.binding]
    return key.tracing(provider, meeting: current.effect ?? .throwing) {
      ResolutionError.Step(binding)
    }
  }

  /// The provider of something that has an effect, so that it makes one instance a component. What
  /// has none was shared when it was made.
  private func shared(_ provider: AnyObject, _ key: any TypedKey.Type) -> AnyObject {
    let component = graph.bindings[current.binding].component
    guard graph.bindings[current.binding].scope != nil, let effect = current.effect else {
      return provider
    }
    let cell = newCell(in: component)
    guard effect == .asynchronous else {
      return key.shareThrowing(provider, cell: cell, weakSlot: current.weakSlot)
    }
    providers.append(provider)
    preparations[component].append(
      key.preparing(provider, cell: cell, weakSlot: current.weakSlot))
    return key.filled(cell: cell)
  }

  /// Cells are numbered in the order of linking: what an instance needs has a smaller number, but for
  /// what it reaches through a deferred request of a cycle.
  private func newCell(in component: Int) -> Int {
    let cell = cellCounts[component]
    cellCounts[component] += 1
    if cycle != nil { cyclicCells[component].insert(cell) }
    return cell
  }

  /// The provider of the binding that is being linked, whose factory does nothing but return a value.
  func provider<Element>(
    _ make: @escaping @Sendable (Context, Links) -> Element
  ) -> AnyObject {
    let answers = recording.makers[current.binding].requestTypes.map {
      Answer(to: $0, nextProvider($0))
    }
    guard current.effect == .throwing else {
      return provider(asking: answers.map(\.provider), make)
    }
    // What can throw is made first, and handed to the factory by providers that only return it.
    return ThrowingLinkedProvider<Element> { context in
      let provider = LinkedProvider(
        asking: try answers.map { try $0.settled(in: context) }, make)
      return provider.get(context)
    }
  }

  /// The provider of the binding that is being linked, where nothing that it depends on can fail.
  package func provider<Element>(
    asking providers: [AnyObject], _ make: @escaping @Sendable (Context, Links) -> Element
  ) -> AnyObject {
    let sharing =
      graph.bindings[current.binding].scope != nil
      ? LinkedProvider<Element>.Sharing(
        cell: Int32(newCell(in: graph.bindings[current.binding].component)),
        weakSlot: current.weakSlot.map { Int32($0) })
      : nil
    return LinkedProvider(asking: providers, sharing: sharing, constructing(make))
  }

  /// What provides a request of the binding that is being linked.
  package func target(ofRequest request: Int) -> Target {
    target(ofRequest: request, of: current.binding)
  }

  /// Links to what provides the next request of a binding that handles its effect.
  func effectLink<Element>(to type: Element.Type) -> EffectLink<Element> {
    EffectLink(nextProvider(type))
  }

  private func nextProvider(_ type: any Any.Type) -> AnyObject {
    let request = current.answered
    current.answered += 1
    guard recording.makers[current.binding].requestTypes[request] == type else {
      preconditionFailure("A binding requests what it has not recorded")
    }
    let target = target(ofRequest: request)
    let handlesError =
      graph.bindings[current.binding].call?.effect != nil
      && (target.form == .instance || target.form == .optional)
    return provider(for: target, as: type, handlesError: handlesError)
  }
}
