import CleanseGraph

/// A request of a group that is linked later, as both are part of one cycle.
///
/// It does not hold the provider: that may hold this. All providers of a graph are held by
/// ``LinkedProviders``, which each instance of the root component holds, and so every context.
final class LateLink: @unchecked Sendable {
  // Safety: completed by the linker, before anybody else has it.
  private unowned(unsafe) var provider: AnyObject?
  /// How far a context has to reach that makes the value.
  private(set) var level = 0
  let group: Int
  private let name: @Sendable () -> String

  init(group: Int, name: @escaping @Sendable () -> String) {
    self.group = group
    self.name = name
  }

  func complete(_ provider: AnyObject, level: Int) {
    unsafe self.provider = provider
    self.level = level
  }

  /// The provider, and a context that reaches all that it needs.
  func reach(
    from context: Context, levels: Int
  ) throws(DeferredCallError) -> (AnyObject, Context) {
    guard let provider = unsafe provider else {
      preconditionFailure("A cycle was linked without one of its parts")
    }
    return (provider, try context.reaching(level, levels: levels, for: name()))
  }
}

extension Linker {
  /// Links all groups of a cycle through deferred requests.
  ///
  /// They are linked in the order of the immediate requests among them. What a deferred request needs
  /// may be linked later: it is reached when it is called.
  func linkCycle(_ groups: [Int], depth: Int) throws(Failure) {
    // What is no part of the cycle itself is linked before, so that each member keeps it alive.
    for group in groups where resolution.groups[group].isCollection {
      for binding in contributions(to: group)
      where !resolution.cyclicBindings.contains(binding) {
        contributions[binding] = link(binding: binding, weakSlot: nil)
      }
    }
    cycle = resolution.groups[groups[0]].cycle
    defer { cycle = nil }
    for group in groups { states[group] = .untouched }
    for start in groups {
      guard case .untouched = states[start] else { continue }
      states[start] = .entered
      var path = [(group: start, next: try immediate(of: start)[...])]
      while let last = path.indices.last {
        if let next = path[last].next.popFirst() {
          switch states[next] {
          case .linked: continue
          // A cycle of immediate requests alone.
          case .entered: throw Failure()
          case .untouched:
            states[next] = .entered
            path.append((next, try immediate(of: next)[...]))
          }
        } else {
          link(entered: path.removeLast().group, depth: depth + groups.count)
        }
      }
    }
    for link in lateLinks {
      guard case .linked(let provider) = states[link.group] else { throw Failure() }
      link.complete(provider, level: cellCounts[resolution.groups[link.group].component])
    }
    lateLinks = []
    for complete in completions { complete() }
    completions = []
  }

  private func immediate(of group: Int) throws(Failure) -> [Int] {
    try dependencies(of: group)
      .filter { !$0.isDeferred && resolution.groups[$0.group].cycle == cycle }
      .map(\.group)
  }

  /// A provider of what is linked later.
  ///
  /// - Parameter effect: The effect of the group's value, or one that also covers the call itself, for a
  ///   requester that handles it.
  func late(group: Int, levels: Int, meeting effect: Effect?) -> AnyObject {
    let key = resolution.groups[group].key
    let link = LateLink(group: group) { key.description }
    lateLinks.append(link)
    return recording.typedKey(of: group).late(link, levels: levels, meeting: effect)
  }

  /// Wraps the factory of the binding that is being linked, if it is part of a cycle, so that it is
  /// noticed when the factory calls a deferred request at once.
  func constructing<Element>(
    _ make: @escaping @Sendable (Context, Links) -> Element
  ) -> @Sendable (Context, Links) -> Element {
    guard cycle != nil else { return make }
    let (binding, key) = (current.binding, graph.bindings[current.binding].key)
    return { context, links in
      context.constructing(binding, name: { key.description }) { make($0, links) }
    }
  }

  /// The same for a provider of what has an effect.
  func constructing(_ provider: AnyObject, _ typed: any TypedKey.Type) -> AnyObject {
    guard cycle != nil else { return provider }
    let key = graph.bindings[current.binding].key
    return typed.constructing(provider, binding: current.binding) { key.description }
  }
}

extension TypedKey {
  /// A linked provider of what is linked later. Each call looks how far its context reaches.
  fileprivate static func late(_ link: LateLink, levels: Int, meeting effect: Effect?) -> AnyObject
  {
    switch effect {
    case nil:
      LinkedProvider<Element> { context, _ in
        do throws(DeferredCallError) {
          let (provider, context) = try link.reach(from: context, levels: levels)
          return LinkedProvider<Element>.of(provider).get(context)
        } catch {
          // The type of the request lets its caller handle no error, and there is no value.
          fatalError("\(error)")
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
    _ linked: AnyObject, binding: Int, name: @escaping @Sendable () -> String
  ) -> AnyObject {
    switch EffectLink<Element>(linked) {
    case .plain: linked
    case .throwing(let provider):
      ThrowingLinkedProvider<Element> { context in
        try context.constructing(binding, name: name) { context throws(any Error) in
          try provider.get(context)
        }
      }
    case .awaited(let provider):
      AsyncLinkedProvider<Element> { context in
        try await context.constructingAwaiting(binding, name: name) { context in
          try await provider.get(context)
        }
      }
    }
  }
}
