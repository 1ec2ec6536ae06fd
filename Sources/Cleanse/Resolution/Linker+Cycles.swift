import CleanseGraph

/// A link to a group that its requester does not hold: both are members of one cycle, or the request is weak.
///
/// It does not hold the provider, which may hold this link. ``LinkedProviders`` holds all providers of a
/// graph, and is held by each instance of the root component, and so by every context.
final class LateLink: @unchecked Sendable {
  // Safety: completed by the linker, before any other code has it.
  private unowned(unsafe) var provider: AnyObject?
  /// The level of a context that makes the value.
  private(set) var level = Level(reaching: 0)
  /// The cell of the value if it is requested weakly.
  private(set) var cell: Cell?
  let group: GroupIndex
  /// Whether its requester handles a failure.
  let handlesError: Bool
  private let name: @Sendable () -> String

  init(group: GroupIndex, handlesError: Bool, name: @escaping @Sendable () -> String) {
    self.group = group
    self.handlesError = handlesError
    self.name = name
  }

  func complete(_ provider: AnyObject, level: Level, cell: Cell? = nil) {
    unsafe self.provider = provider
    self.level = level
    self.cell = cell
  }

  /// Returns the provider, and a context that reaches all of its dependencies.
  func reach(
    from context: Context, levels: Int
  ) throws(DeferredCallError) -> (AnyObject, Context) {
    guard let provider = unsafe provider else {
      // The linker sets the providers of all members before it links anything else.
      preconditionFailure("A cycle was linked without one of its members")
    }
    return (provider, try context.reaching(level, levels: levels, for: name()))
  }
}

extension Linker {
  /// What is left to do when all groups of the cycle that is being linked are linked.
  struct OpenCycle {
    /// The number of the cycle.
    let number: Int
    /// Its contributions to collections that are not members of it, which were linked before it.
    var contributions: [BindingIndex: AnyObject] = [:]
    /// Its deferred requests whose targets are not linked yet.
    var lateLinks: [LateLink] = []
    /// Closures that complete its late links to parts of collections, and the plans of components whose factories are
    /// members of it.
    var completions: [() -> Void] = []
  }

  /// Links all groups of a cycle that is broken by deferred requests.
  ///
  /// The groups are linked in the order of the immediate requests among them. The target of a deferred
  /// request may be linked later: it is reached when the requester calls it.
  func linkCycle(_ groups: [GroupIndex], depth: Int) throws(Failure) {
    guard let number = resolution.groups[groups[0]].cycle else { throw Failure() }
    var cycle = OpenCycle(number: number)
    // Contributions that are not members of the cycle are linked before it, so that each member keeps them
    // alive.
    for group in groups where resolution.groups[group].isCollection {
      for binding in contributions(to: group)
      where !resolution.cyclicBindings.contains(binding) {
        cycle.contributions[binding] = link(binding: binding, weakSlot: nil)
      }
    }
    progress.openCycle = cycle
    defer { progress.openCycle = nil }
    for group in groups { progress.states[group.number] = .untouched }
    for start in groups {
      guard case .untouched = state(of: start) else { continue }
      progress.states[start.number] = .entered
      var path = [(group: start, next: try immediate(of: start)[...])]
      while let last = path.indices.last {
        if let next = path[last].next.popFirst() {
          switch state(of: next) {
          case .linked: continue
          // A cycle of immediate requests only.
          case .entered: throw Failure()
          case .untouched:
            progress.states[next.number] = .entered
            path.append((next, try immediate(of: next)[...]))
          }
        } else {
          link(entered: path.removeLast().group, depth: depth + groups.count)
        }
      }
    }
    for link in progress.openCycle?.lateLinks ?? [] {
      guard isLinked(link.group) else { throw Failure() }
      link.complete(
        link.handlesError
          ? linked(group: link.group, levels: 0) : unfailingHeld(link.group),
        level: progress.layouts[resolution.groups[link.group].component.number].level,
        cell: weakCells[WeakSlot(group: link.group)])
    }
    for complete in progress.openCycle?.completions ?? [] { complete() }
  }

  private func immediate(of group: GroupIndex) throws(Failure) -> [GroupIndex] {
    var groups: [GroupIndex] = []
    try visitDependencies(of: group) { dependency, isDeferred in
      if !isDeferred, resolution.groups[dependency].cycle == progress.openCycle?.number {
        groups.append(dependency)
      }
    }
    return groups
  }

  /// Returns a provider of a group that is linked later.
  ///
  /// - Parameter effect: The effect of the group's value, or one that also covers errors of the call itself,
  ///   for a requester that handles them.
  func late(group: GroupIndex, levels: Int, effect: Effect?) -> AnyObject {
    let link = lateLink(to: group, effect: effect)
    completeLater(link)
    return recording.typedKey(of: group).late(link, levels: levels, effect: effect)
  }

  /// Returns a provider of a part of a collection that is linked later, as a member of the cycle that is being linked.
  ///
  /// - Parameter effect: As for a whole group.
  func late(part: Int, of group: GroupIndex, effect: Effect?) -> AnyObject {
    precondition(progress.openCycle != nil, "A collection was requested before it was linked")
    let link = lateLink(to: group, effect: effect)
    progress.openCycle?.completions.append { [unowned self] in
      guard var provider = parts[group]?[part].provider else {
        preconditionFailure("A cycle was linked without one of its collections")
      }
      if !link.handlesError { provider = recording.typedKey(of: group).stopping(provider) }
      providers.append(provider)
      link.complete(
        provider, level: progress.layouts[resolution.groups[group].component.number].level)
    }
    return recording.typedKey(of: group).late(link, levels: 0, effect: effect)
  }

  func lateLink(to group: GroupIndex, effect: Effect?) -> LateLink {
    let key = resolution.groups[group].key
    return LateLink(group: group, handlesError: effect != nil) { key.description }
  }

  /// Completes a link when the cycle that is being linked is complete.
  func completeLater(_ link: LateLink) {
    precondition(progress.openCycle != nil, "A binding was linked before its dependencies")
    progress.openCycle?.lateLinks.append(link)
  }

  /// Wraps the factory of the binding that is being linked, if that is a member of a cycle, to detect calls of
  /// deferred requests while the factory runs.
  func constructing<Element>(
    _ make: @escaping @Sendable (Context, Links) -> Element
  ) -> @Sendable (Context, Links) -> Element {
    guard progress.openCycle != nil else { return make }
    let binding = current.binding
    let step = stepOfCurrent()
    return { context, links in
      context.constructing(binding, step: step) { make($0, links) }
    }
  }

  /// As `constructing(_:)`, for a provider that has an effect.
  func constructing(_ provider: AnyObject, _ typed: any TypedKey.Type) -> AnyObject {
    guard progress.openCycle != nil else { return provider }
    return typed.constructing(provider, binding: current.binding, step: stepOfCurrent())
  }

  /// Returns a function that returns the step of the binding that is being linked.
  private func stepOfCurrent() -> @Sendable () -> ResolutionError.Step {
    let binding = graph[current.binding]
    return { ResolutionError.Step(binding) }
  }
}

extension TypedKey {
  /// Returns a linked provider of a late link. Each call checks whether its context reaches far enough.
  fileprivate static func late(_ link: LateLink, levels: Int, effect: Effect?) -> AnyObject {
    switch effect {
    case nil:
      LinkedProvider<Element> { context, _ in
        do throws(DeferredCallError) {
          let (provider, context) = try link.reach(from: context, levels: levels)
          return LinkedProvider<Element>.of(provider).get(context)
        } catch {
          // There is no value, and the type of the request does not let its caller handle an error.
          error.raise(as: Never.self, at: context.runningStep(levels: levels))
        }
      }
    case .throwing:
      ThrowingLinkedProvider<Element> { context in
        let (provider, context) = try link.reach(from: context, levels: levels)
        return try EffectLink<Element>(provider).get(context)
      }
    case .asynchronous:
      AsyncLinkedProvider<Element> { context in
        let (provider, context) = try link.reach(from: context, levels: levels)
        return try await EffectLink<Element>(provider).getAwaiting(context)
      }
    }
  }

  fileprivate static func constructing(
    _ linked: AnyObject, binding: BindingIndex,
    step: @escaping @Sendable () -> ResolutionError.Step
  ) -> AnyObject {
    switch EffectLink<Element>(linked) {
    case .plain: linked
    case .throwing(let provider):
      ThrowingLinkedProvider<Element> { context in
        try context.constructing(binding, step: step) { context throws(any Error) in
          try provider.get(context)
        }
      }
    case .awaited(let provider):
      AsyncLinkedProvider<Element> { context in
        try await context.constructingAwaiting(binding, step: step) { context in
          try await provider.get(context)
        }
      }
    }
  }
}
