import CleanseGraph

/// Values whose making can fail although no factory throws: a dictionary of contributions whose keys are known only when
/// they are made, and what depends on it immediately.
///
/// A graph is valid although a requester of such a value can't handle errors, so these failures are no effects of the
/// resolution. They propagate like these to a requester that handles them, and stop the program at any other.
extension Linker {
  /// The effect of making the value of a linked group.
  func effect(of group: GroupIndex) -> Effect? {
    resolution.groups[group].effect ?? (isFallible(group) ? .throwing : nil)
  }

  /// Whether making the value of the group can fail, and the group is linked.
  func isFallible(_ group: GroupIndex) -> Bool {
    // Nearly always, there are none.
    !progress.fallible.isEmpty && progress.fallible.contains(group)
  }

  /// Notes that making the value of the group can fail.
  func noteFailure(of group: GroupIndex) {
    if resolution.groups[group].effect == nil { progress.fallible.insert(group) }
  }

  /// Whether a value that the binding requests immediately can fail. All of them are linked.
  func requestsFallible(_ index: BindingIndex) -> Bool {
    guard !progress.fallible.isEmpty, graph[index].call == nil else { return false }
    return zip(graph[index].requests, resolution.answers(of: index)).contains { request, answer in
      request.form.isImmediate && answer.group.map(isFallible) ?? false
    }
  }

  /// Whether a failure of the target's value stops the program, as the binding that is being linked can't handle it.
  func stops(_ target: Target, handlesError: Bool) -> Bool {
    guard isFallible(target.group) else { return false }
    return switch target.form.outermost {
    case nil, .optional: !handlesError && graph[current.binding].call != nil
    case .provider, .function: true
    case .throwingProvider, .asyncProvider, .weakProvider, .elements: false
    }
  }

  /// Returns the linked provider of a group, for a requester that can't handle a failure.
  func unfailing(_ group: GroupIndex) -> AnyObject {
    let provider = linked(group: group, levels: 0)
    return isFallible(group) ? recording.typedKey(of: group).stopping(provider) : provider
  }

  /// As `unfailing(_:)`, for a late link, which does not hold the provider.
  func unfailingHeld(_ group: GroupIndex) -> AnyObject {
    let provider = unfailing(group)
    if isFallible(group) { providers.append(provider) }
    return provider
  }
}

extension TypedKey {
  /// Wraps a provider that can throw in one that stops the program instead.
  static func stopping(_ linked: AnyObject) -> AnyObject {
    let link = EffectLink<Element>(linked)
    guard case .throwing(let provider) = link else { return linked }
    return LinkedProvider<Element> { context, _ in
      do {
        return try provider.get(context)
      } catch {
        // The requester has no way to handle an error, and can't continue without the value.
        fatalError("\(error)")
      }
    }
  }
}
