/// From a binding to the provider of its value.
extension Linker {
  /// The binding that is being linked.
  struct Current {
    let binding: Int
    /// What happens while its value is made.
    let met: Effect?
    /// Where weak providers look for its instance.
    let weakSlot: Int?
    /// How many of its requests have been answered.
    var answered = 0
  }

  /// Links a binding whose dependencies are linked.
  func link(binding index: Int, weakSlot: Int?) -> AnyObject {
    let (binding, component) = (
      recording.bindings[index].recorded, recording.bindings[index].component
    )
    switch binding.maker {
    case .seed:
      let cell = newCell(in: component)
      seedCells[component] = cell
      return binding.key.filled(cell: cell)
    case .subcomponent(let inner):
      return inner.linkFactory(self, recording.bindings[index].subcomponent ?? component)
    case .factory(let link):
      current = Current(binding: index, met: met(by: index), weakSlot: weakSlot)
      let provider = link(self)
      return shared(deepened(current.met == nil ? provider : traced(provider)))
    case .foreign:
      preconditionFailure("A binding of C was linked before its names had a meaning")
    case .objectGraph:
      return linkObjectGraph(recording.bindings[index])
    }
  }

  /// The provider, so that a long chain is no danger.
  private func deepened(_ provider: AnyObject) -> AnyObject {
    let binding = recording.bindings[current.binding]
    guard depths[binding.slot] > DeepStack.shallow else { return provider }
    switch current.met {
    case nil: return binding.recorded.key.deep(provider)
    case .throwing: return binding.recorded.key.deepThrowing(provider)
    // What is awaited has no part of the stack while it waits for what it needs.
    case .asynchronous: return provider
    }
  }

  /// The provider, so that an error which passes through it tells that it did.
  private func traced(_ provider: AnyObject) -> AnyObject {
    let binding = recording.bindings[current.binding].recorded
    return binding.key.tracing(provider, meeting: current.met ?? .throwing) {
      ResolutionError.Step(binding)
    }
  }

  /// The provider of something that has an effect, so that it makes one instance a component. What
  /// has none was shared when it was made.
  private func shared(_ provider: AnyObject) -> AnyObject {
    let binding = recording.bindings[current.binding]
    guard binding.recorded.isShared, let met = current.met else { return provider }
    let cell = newCell(in: binding.component)
    let key = binding.recorded.key
    guard met == .asynchronous else {
      return key.shareThrowing(provider, cell: cell, weakSlot: current.weakSlot)
    }
    preparations[binding.component].append(
      key.preparing(provider, cell: cell, weakSlot: current.weakSlot))
    return key.filled(cell: cell)
  }

  /// Cells are numbered in the order of linking: what an instance needs has a smaller number.
  private func newCell(in component: Int) -> Int {
    cellCounts[component] += 1
    return cellCounts[component] - 1
  }

  /// The provider of the binding that is being linked, whose factory does nothing but return a value.
  func provider<Element>(
    _ make: @escaping @Sendable (Context, Links) -> Element
  ) -> AnyObject {
    let binding = recording.bindings[current.binding]
    let answers = binding.recorded.requests.map { Answer(to: $0, nextProvider($0)) }
    guard current.met == .throwing else {
      return provider(asking: answers.map(\.provider), make)
    }
    // What can throw is made first, and handed to the factory by providers that only return it.
    return ThrowingLinkedProvider<Element> { context in
      let provider = LinkedProvider(
        asking: try answers.map { try $0.settled(in: context) }, make)
      return provider.get(context)
    }
  }

  /// The provider of the binding that is being linked, where nothing that it asks for can fail.
  func provider<Element>(
    asking providers: [AnyObject], _ make: @escaping @Sendable (Context, Links) -> Element
  ) -> AnyObject {
    let binding = recording.bindings[current.binding]
    let sharing =
      binding.recorded.isShared
      ? LinkedProvider<Element>.Sharing(
        cell: Int32(newCell(in: binding.component)), weakSlot: current.weakSlot.map { Int32($0) })
      : nil
    return LinkedProvider(asking: providers, sharing: sharing, make)
  }

  /// What answers a request of the binding that is being linked.
  func target(ofRequest request: Int) -> Recording.Target {
    guard let target = recording.bindings[current.binding].targets[request] else {
      preconditionFailure("A binding was linked without what it asks for")
    }
    return target
  }

  /// Links to what answers the next request of a binding that copes with what may come of it.
  func effectLink<Element>(to type: Element.Type) -> EffectLink<Element> {
    EffectLink(nextProvider(type))
  }

  private func nextProvider(_ type: any Any.Type) -> AnyObject {
    let binding = recording.bindings[current.binding]
    let request = current.answered
    current.answered += 1
    guard let target = binding.targets[request], binding.recorded.requests[request] == type else {
      preconditionFailure("A binding asked for what it has not recorded")
    }
    return provider(for: target)
  }
}
