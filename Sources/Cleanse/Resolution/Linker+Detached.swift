/// What is made without the component instance.
extension Linker {
  /// A provider that works in any context.
  struct Detached {
    fileprivate let provider: AnyObject
    /// Whether it hands out one value for all time.
    let isConstant: Bool

    /// The linked provider, of the type that it was linked for.
    func provider<Element>(of type: Element.Type) -> LinkedProvider<Element> { .of(provider) }

    func value<Element>(of type: Element.Type) -> Element {
      provider(of: type).get(.detached)
    }
  }

  /// How many bindings are looked at for an answer.
  private static let detachedLimit = 32

  /// The provider of the target's value, in whichever form that was asked for, where making it has to do
  /// with no component instance and can't fail.
  ///
  /// Looks at a few bindings only: a value that needs more may be called attached although it is not.
  func detached(_ target: Recording.Target) -> Detached? {
    var limit = Self.detachedLimit
    guard isDetached(target.slot, &limit),
      let maker = recording.maker(of: recording.slots[target.slot])
    else { return nil }
    return Detached(
      // In its own component, wherever it was asked for.
      provider: linked(Recording.Target(slot: target.slot, form: target.form, levels: 0)),
      isConstant: recording.bindings[maker].recorded.source == .value)
  }

  private func isDetached(_ slot: Int, _ limit: inout Int) -> Bool {
    limit -= 1
    guard limit >= 0, effects[slot] == nil,
      let maker = recording.maker(of: recording.slots[slot])
    else { return false }
    let binding = recording.bindings[maker]
    guard case .factory = binding.recorded.maker, !binding.recorded.isShared,
      binding.recorded.foreign?.hasProviders != true
    else { return false }
    for target in binding.targets {
      guard let target, target.levels == 0, target.form != .weakProvider,
        isDetached(target.slot, &limit)
      else { return false }
    }
    return true
  }
}

extension Context {
  /// A context without instances, for what needs none.
  static let detached = Context(
    ComponentStorage(cellCount: 0, providers: nil), level: 0, outer: nil)
}

extension ForeignBinding {
  /// Whether the function asks for providers, which belong to a component instance.
  fileprivate var hasProviders: Bool {
    signature.parameters.contains { parameter in
      if case .provider = parameter.form { true } else { false }
    }
  }
}
