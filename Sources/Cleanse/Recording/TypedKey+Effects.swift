import CleanseGraph

/// Linked providers of values whose making can throw or has to be awaited, in the forms of a request.
///
/// Each function takes a linked provider of the kind that belongs to the effect and returns one of that kind,
/// unless stated otherwise.
extension TypedKey {
  /// Wraps the provider so that it yields the requested form, of one part or none: the value, an optional, or a
  /// provider that propagates the effect and is itself a plain value.
  static func adapt(
    _ linked: AnyObject, to form: RequestForm, effect: Effect
  ) -> AnyObject {
    let link = EffectLink<Element>(linked)
    return switch form.onlyPart {
    case nil: linked
    case .throwingProvider: throwingProvider(link)
    case .asyncProvider: asyncProvider(link)
    case .optional: optional(link, effect: effect)
    case .provider, .function, .weakProvider, .elements:
      // The validator rejects such a request, or `stopping` has taken the effect away. Another result would be misread: links
      // don't check types.
      preconditionFailure("The form can't carry the effect of the value")
    }
  }

  private static func optional(_ link: EffectLink<Element>, effect: Effect) -> AnyObject {
    switch effect {
    case .throwing: ThrowingLinkedProvider<Element?> { context in try link.get(context) }
    case .asynchronous:
      AsyncLinkedProvider<Element?> { context in Box(try await link.getAwaiting(context).value) }
    }
  }

  /// Wraps a linked provider of any kind so that it yields the requested form.
  ///
  /// - Parameter type: The type of the parameter.
  static func wrap(
    _ linked: AnyObject, in form: RequestForm, as type: any Any.Type
  ) -> AnyObject {
    switch EffectLink<Element>(linked) {
    case .plain: adapt(linked, to: form, as: type)
    case .throwing where form == .provider || form == .function:
      adapt(stopping(linked), to: form, as: type)
    case .throwing: adapt(linked, to: form, effect: .throwing)
    case .awaited: adapt(linked, to: form, effect: .asynchronous)
    }
  }

  /// Wraps the provider so that it works in a descendant component, `levels` below its own.
  static func lift(_ linked: AnyObject, levels: Int, effect: Effect) -> AnyObject {
    let link = EffectLink<Element>(linked)
    return switch effect {
    case .throwing:
      ThrowingLinkedProvider<Element> { context in
        try link.get(context.ancestor(levels: levels))
      }
    case .asynchronous:
      AsyncLinkedProvider<Element> { context in
        try await link.getAwaiting(context.ancestor(levels: levels))
      }
    }
  }

  /// Wraps the provider so that an error that propagates through it gets a step for it.
  static func tracing(
    _ linked: AnyObject, effect: Effect,
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

  /// Wraps a throwing provider so that it makes one instance per component instance.
  static func shareThrowing(_ linked: AnyObject, cell: Cell, weakSlot: WeakSlot?) -> AnyObject {
    let link = EffectLink<Element>(linked)
    return ThrowingLinkedProvider<Element> { context in
      try context.shared(cell: cell, weakSlot: weakSlot, make: { try link.get($0) })
    }
  }

  /// As `deep`, for a throwing provider.
  static func deepThrowing(_ linked: AnyObject) -> AnyObject {
    let link = EffectLink<Element>(linked)
    return ThrowingLinkedProvider<Element> { context in
      try DeepStack.call { try link.get(context) }
    }
  }

  /// Makes the shared instance of the cell.
  ///
  /// `build` runs the preparations in the order of the cells, before any other code has the component instance,
  /// so no request can come too early.
  ///
  /// The result does not hold the provider, which may hold the factory of the component that is prepared.
  /// ``LinkedProviders`` holds it.
  static func preparing(_ linked: AnyObject, cell: Cell, weakSlot: WeakSlot?) -> Preparation {
    // Safety: every context holds the linked providers.
    nonisolated(unsafe) unowned(unsafe) let linked = linked
    return { context in
      let storage = context.storage
      let link = unsafe EffectLink<Element>(linked)
      let box = try await link.getAwaiting(
        Context(storage, level: Level(below: cell), parent: context.parent))
      if let weakSlot {
        storage.weakInstance(slot: weakSlot).store(box)
      }
      storage.cells.publish(box, at: cell)
    }
  }
}

/// Makes an instance that `build` awaits before it makes the root.
package typealias Preparation = @Sendable (Context) async throws -> Void
