import CleanseGraph

/// What is made without the component instance.
extension Linker {
  /// A provider that works in any context.
  package struct Detached {
    fileprivate let provider: AnyObject
    /// Whether it hands out one value for all time.
    package let isConstant: Bool

    /// The linked provider, of the type that it was linked for.
    package func provider<Element>(of type: Element.Type) -> LinkedProvider<Element> {
      .of(provider)
    }

    package func value<Element>(of type: Element.Type) -> Element {
      provider(of: type).get(.detached)
    }
  }

  /// How many bindings are looked at for an answer.
  private static let detachedLimit = 32

  /// The provider of the target's value, in whichever form that was asked for, where making it has to do
  /// with no component instance and can't fail.
  ///
  /// Looks at a few bindings only: a value that needs more may be called attached although it is not.
  package func detached(_ target: Target) -> Detached? {
    var limit = Self.detachedLimit
    guard case .binding(let binding) = resolution.groups[target.group].provider,
      isDetached(target.group, &limit)
    else { return nil }
    return Detached(
      // In its own component, wherever it is requested.
      provider: linked(group: target.group, levels: 0),
      isConstant: graph.bindings[binding].source == .value)
  }

  private func isDetached(_ group: Int, _ limit: inout Int) -> Bool {
    limit -= 1
    guard limit >= 0, resolution.groups[group].effect == nil,
      resolution.groups[group].cycle == nil,
      case .binding(let binding) = resolution.groups[group].provider
    else { return false }
    guard case .factory = recording.makers[binding].source, graph.bindings[binding].scope == nil,
      recording.makers[binding].guest?.needsInstance != true
    else { return false }
    for (number, answer) in resolution.answers(of: binding).enumerated() {
      guard answer.levels == 0, let group = answer.group, !answer.isAbsent,
        graph.bindings[binding].requests[number].form != .weakProvider, isDetached(group, &limit)
      else { return false }
    }
    return true
  }
}

extension Context {
  /// A context without instances, for what needs none.
  package static let detached = Context(
    ComponentStorage(cellCount: 0, providers: nil), level: 0, outer: nil)
}
