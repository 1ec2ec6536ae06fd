import CleanseGraph

/// Values that are made without a component instance.
extension Linker {
  /// A provider that works in any context.
  package struct Detached {
    fileprivate let provider: AnyObject
    /// Whether it always returns the same value.
    package let isConstant: Bool

    /// The linked provider, typed as it was linked.
    package func provider<Element>(of type: Element.Type) -> LinkedProvider<Element> {
      .of(provider)
    }

    package func value<Element>(of type: Element.Type) -> Element {
      provider(of: type).get(.detached)
    }
  }

  /// The maximum number of bindings that are checked.
  private static let detachedLimit = 32

  /// Returns the provider of the target's value, whatever form was requested, if making the value needs no
  /// component instance and can't fail.
  ///
  /// It checks a limited number of bindings: the result may be nil for a detached value with many dependencies.
  package func detached(_ target: Target) -> Detached? {
    var limit = Self.detachedLimit
    guard case .binding(let binding) = resolution.groups[target.group].provider,
      isDetached(target.group, &limit)
    else { return nil }
    return Detached(
      // It is linked for its own component, whichever component requests it.
      provider: linked(group: target.group, levels: 0),
      isConstant: graph[binding].source == .value)
  }

  private func isDetached(_ group: GroupIndex, _ limit: inout Int) -> Bool {
    limit -= 1
    guard limit >= 0, effect(of: group) == nil,
      resolution.groups[group].cycle == nil,
      case .binding(let binding) = resolution.groups[group].provider
    else { return false }
    guard case .factory = recording.implementations[binding.number].source,
      graph[binding].scope == nil,
      recording.implementations[binding.number].guest?.needsInstance != true
    else { return false }
    for (number, answer) in resolution.answers(of: binding).enumerated() {
      guard answer.levels == 0, let group = answer.group, !answer.isAbsent,
        !graph[binding].requests[number].form.isWeak, isDetached(group, &limit)
      else { return false }
    }
    return true
  }
}

extension Context {
  /// A context without instances, for values that need none.
  package static let detached = Context(
    ComponentStorage(cellCount: 0, providers: nil), level: Level(reaching: 0), parent: nil)
}
