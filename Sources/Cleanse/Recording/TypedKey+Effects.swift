import CleanseGraph

/// What can throw or has to be awaited, in the forms in which it can be asked for.
///
/// Each takes a linked provider of the kind that the effect has, and yields one of that kind unless
/// it says otherwise.
extension TypedKey {
  /// Wraps the provider so that it yields the form that was asked for: the value, an optional, or a
  /// provider that passes the effect on, which is itself a plain value.
  static func adapt(
    _ linked: AnyObject, to form: RequestForm, meeting effect: Effect
  ) -> AnyObject {
    let link = EffectLink<Element>(linked)
    switch (form, effect) {
    case (.throwingProvider, _): return throwingProvider(link)
    case (.asyncProvider, _): return asyncProvider(link)
    case (.optional, .throwing):
      return ThrowingLinkedProvider<Element?> { context in try link.get(context) }
    case (.optional, .asynchronous):
      return AsyncLinkedProvider<Element?> { context in
        Box(try await link.getAwaiting(context).value)
      }
    default: return linked
    }
  }

  /// Wraps the provider so that it works in a component that is so many levels further in.
  static func lift(_ linked: AnyObject, levels: Int, meeting effect: Effect) -> AnyObject {
    let link = EffectLink<Element>(linked)
    return switch effect {
    case .throwing:
      ThrowingLinkedProvider<Element> { context in
        try link.get(context.outer(levels: levels))
      }
    case .asynchronous:
      AsyncLinkedProvider<Element> { context in
        try await link.getAwaiting(context.outer(levels: levels))
      }
    }
  }

  /// Wraps the provider so that an error which passes through it tells that it did.
  static func tracing(
    _ linked: AnyObject, meeting effect: Effect,
    _ step: @escaping @Sendable () -> ResolutionError.Step
  ) -> AnyObject {
    let link = EffectLink<Element>(linked)
    return switch effect {
    case .throwing:
      ThrowingLinkedProvider<Element> { context in
        do {
          return try link.get(context)
        } catch {
          throw ResolutionError(error, through: step())
        }
      }
    case .asynchronous:
      AsyncLinkedProvider<Element> { context in
        do {
          return try await link.getAwaiting(context)
        } catch {
          throw ResolutionError(error, through: step())
        }
      }
    }
  }

  /// Wraps a provider that can throw so that it makes one instance a component.
  static func shareThrowing(_ linked: AnyObject, cell: Int, weakSlot: Int?) -> AnyObject {
    let link = EffectLink<Element>(linked)
    return ThrowingLinkedProvider<Element> { context in
      try context.shared(cell: cell, weakSlot: weakSlot, make: { try link.get($0) })
    }
  }

  /// As `deep`, for what can throw.
  static func deepThrowing(_ linked: AnyObject) -> AnyObject {
    let link = EffectLink<Element>(linked)
    return ThrowingLinkedProvider<Element> { context in
      try DeepStack.call { try link.get(context) }
    }
  }

  /// Makes the shared instance of the cell.
  ///
  /// `build` does so before anybody else has the component instance, and in the order of the cells,
  /// so that nobody can ask for what is still to come.
  ///
  /// It does not hold the provider, which may hold the factory of the component that is prepared:
  /// ``LinkedProviders`` does.
  static func preparing(_ linked: AnyObject, cell: Int, weakSlot: Int?) -> Preparation {
    // Safety: every context holds the linked providers.
    nonisolated(unsafe) unowned(unsafe) let linked = linked
    return { context in
      let storage = context.storage
      let link = unsafe EffectLink<Element>(linked)
      let box = try await link.getAwaiting(Context(storage, level: cell, outer: context.outer))
      if let weakSlot {
        storage.weakInstance(slot: weakSlot).remember(box)
      }
      storage.cells.publish(box, at: cell)
    }
  }
}

/// What `build` awaits before it makes the root.
package typealias Preparation = @Sendable (Context) async throws -> Void
