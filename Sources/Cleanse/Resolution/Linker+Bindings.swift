import CleanseGraph

/// Linking of a binding to the provider of its value.
extension Linker {
  /// The binding that is being linked.
  @frozen package struct Current {
    let binding: BindingIndex
    /// The effect of making its value.
    package let effect: Effect?
    /// The slot of the weak reference that weak providers read, or nil.
    let weakSlot: WeakSlot?
    /// The number of its requests that have been linked.
    var answered = 0
  }

  /// Links a binding whose dependencies are linked.
  package func link(binding index: BindingIndex, weakSlot: WeakSlot?) -> AnyObject {
    let component = graph[index].component
    switch recording.implementations[index.number].source {
    case .seed(let link):
      return link(
        progress.layouts[component.number].addSeedCell(isCyclic: progress.openCycle != nil))
    case .subcomponent(let child):
      return child.linkFactory(self, graph[index].subcomponent ?? component)
    case .factory(let link):
      progress.current = Current(binding: index, effect: effectOfMaking(index), weakSlot: weakSlot)
      let provider = link(self)
      guard current.effect != nil else { return deepened(provider) }
      let key = recording.typedKey(of: resolution.groupsOfBindings[index.number])
      return shared(constructing(deepened(traced(timed(provider, key), key)), key), key)
    case .objectGraph: return linkObjectGraph(graph[index])
    // No group is answered by a declaration, so it is never linked.
    case .declaration: preconditionFailure("A declaration, which has no value, was linked")
    }
  }

  /// The effect of making the binding's value, including a value that `build` awaits so that no effect
  /// propagates.
  private func effectOfMaking(_ index: BindingIndex) -> Effect? {
    if graph[index].isPrepared { return .asynchronous }
    if let effect = resolution.effects[index.number] { return effect }
    guard requestsFallible(index) else { return nil }
    noteFailure(of: resolution.groupsOfBindings[index.number])
    return .throwing
  }

  /// Wraps the provider so that a long chain can't overflow the stack.
  private func deepened(_ provider: AnyObject) -> AnyObject {
    let group = resolution.groupsOfBindings[current.binding.number]
    guard progress.depths[group.number] > DeepStack.shallow else { return provider }
    switch current.effect {
    case nil: return recording.typedKey(of: group).deep(provider)
    case .throwing: return recording.typedKey(of: group).deepThrowing(provider)
    // An asynchronous factory takes no stack while it awaits its dependencies.
    case .asynchronous: return provider
    }
  }

  /// Wraps the provider so that an error that propagates through it gets a step for it.
  private func traced(_ provider: AnyObject, _ key: any TypedKey.Type) -> AnyObject {
    let binding = graph[current.binding]
    return key.tracing(provider, effect: current.effect ?? .throwing) {
      ResolutionError.Step(binding)
    }
  }

  /// Wraps a provider that has an effect so that it makes one instance per component instance. A provider
  /// without an effect was shared when it was created.
  private func shared(_ provider: AnyObject, _ key: any TypedKey.Type) -> AnyObject {
    let component = graph[current.binding].component
    guard graph[current.binding].scope != nil, let effect = current.effect else {
      return provider
    }
    let cell = newCell(in: component)
    guard effect == .asynchronous else {
      return key.shareThrowing(provider, cell: cell, weakSlot: current.weakSlot)
    }
    providers.append(provider)
    progress.layouts[component.number].preparations.append(
      key.preparing(provider, cell: cell, weakSlot: current.weakSlot))
    return key.filled(cell: cell)
  }

  /// Returns a new cell for the instance of the binding that is being linked.
  private func newCell(in component: ComponentIndex) -> Cell {
    let slot = current.weakSlot
    let cell = progress.layouts[component.number].addCell(
      isCyclic: progress.openCycle != nil || slot != nil)
    if let slot { weakCells[slot] = cell }
    return cell
  }

  /// Returns the provider of the binding that is being linked, for a factory without an effect.
  func provider<Element>(
    _ make: @escaping @Sendable (Context, Links) -> Element
  ) -> AnyObject {
    let types = recording.implementations[current.binding.number].requestTypes
    guard current.effect == .throwing else {
      return provider(dependingOn: types.map(nextProvider), make)
    }
    let answers = types.map { Answer(to: $0, nextProvider($0)) }
    // Dependencies that can throw are made first; the factory receives them from providers that only return
    // them.
    return ThrowingLinkedProvider<Element> { context in
      let provider = LinkedProvider(
        dependingOn: try answers.map { try $0.resolved(in: context) }, make)
      return provider.get(context)
    }
  }

  /// Returns the provider of the binding that is being linked, if none of its dependencies has an effect.
  package func provider<Element>(
    dependingOn providers: [AnyObject], _ make: @escaping @Sendable (Context, Links) -> Element
  ) -> AnyObject {
    let sharing =
      graph[current.binding].scope != nil
      ? Sharing(
        cell: newCell(in: graph[current.binding].component), weakSlot: current.weakSlot)
      : nil
    return LinkedProvider(dependingOn: providers, sharing: sharing, constructing(timed(make)))
  }

  /// Returns the provider group of a request of the binding that is being linked.
  package func target(ofRequest request: RequestIndex) -> Target {
    target(ofRequest: request, of: current.binding)
  }

  /// Returns the link for the next request of a binding that handles the effect.
  func effectLink<Element>(to type: Element.Type) -> EffectLink<Element> {
    EffectLink(nextProvider(type))
  }

  private func nextProvider(_ type: any Any.Type) -> AnyObject {
    let request = RequestIndex(current.answered)
    progress.current.answered += 1
    let types = recording.implementations[current.binding.number].requestTypes
    guard types[request.number] == type else {
      // The recorder derived the requests from the same parameters in the same order.
      preconditionFailure("A binding has a request that was not recorded")
    }
    let target = target(ofRequest: request)
    let handlesError = target.form.isImmediate && graph[current.binding].handlesErrorWhenCalled
    return provider(for: target, as: type, handlesError: handlesError)
  }
}
