import Cleanse
internal import CleanseSupport

extension ForeignFactory {
  /// Links a C value, which is loaded once here.
  func link(_ value: ForeignValue, _ linker: Linker) -> AnyObject {
    let isThrowing = linker.current.effect == .throwing
    do {
      let box = unsafe Box(wrap(try coding.load(value.bytes, isOwned: false, keeping: nil)))
      return isThrowing
        ? ThrowingLinkedProvider<Element> { _ in box.value }
        : linker.provider(dependingOn: []) { _, _ in box.value }
    } catch {
      guard isThrowing else {
        // The same coding has loaded the value when it was bound, and it is immutable. Only a bridge, which
        // was not used then, can reject it, and a bridged value is throwing.
        preconditionFailure("A C value has changed: \(error)")
      }
      let failure = failure(error)
      return ThrowingLinkedProvider<Element> { _ in throw failure }
    }
  }

  /// Links a C function, whose dependencies are linked.
  func link(_ function: any ForeignFunction, _ linker: Linker) -> AnyObject {
    if let provider = ForeignScalarCall.provider(foreign, origin, function, linker) {
      return provider
    }
    var arguments: [ForeignCall.Argument] = []
    for (index, coding) in parameters.enumerated() {
      arguments.append(argument(index, coding, function, linker))
    }
    let call = ForeignCall(function, resultSize: coding.size, arguments: arguments)
    guard linker.current.effect == .throwing else {
      return linker.provider(dependingOn: []) { context, _ in
        do {
          return try value(of: call, in: context)
        } catch {
          // Every other possible failure makes the binding throwing.
          foreign.end("\(error)", from: origin)
        }
      }
    }
    return ThrowingLinkedProvider<Element> { context in try make(call, context) }
  }

  private func make(_ call: ForeignCall, _ context: Context) throws -> Element {
    do {
      return try value(of: call, in: context)
    } catch let error as ResolutionError {
      // A dependency of the function failed; the error names it.
      throw error
    } catch {
      throw failure(error)
    }
  }

  private func value(of call: ForeignCall, in context: Context) throws -> Element {
    unsafe wrap(
      try call.perform(in: context) { result, kept in
        try unsafe coding.load(result, isOwned: foreign.signature.isOwned, keeping: kept)
      })
  }

  private func failure(_ error: any Error) -> CFunctionError {
    CFunctionError(function: foreign.signature.function, origin: origin, message: "\(error)")
  }

  /// Links to the values of a requested provider.
  private func providedLink<Value>(
    to linked: AnyObject, of target: Linker.Target, _ type: Value.Type
  ) -> @Sendable (Context) throws -> Value {
    // Checked only if the provider type itself is bound.
    if target.form.isImmediate, let bound = target.element as? any BoundProvider.Type {
      return bound.link(to: linked, yielding: type)
    }
    let link = EffectLink<Value>(linked)
    return { try link.get($0) }
  }

  /// Returns the argument for a parameter.
  private func argument<Parameter: ForeignCoding>(
    _ index: Int, _ coding: Parameter, _ function: any ForeignFunction, _ linker: Linker
  ) -> ForeignCall.Argument {
    let parameter = foreign.signature.parameters[index]
    let target = linker.target(ofRequest: RequestIndex(index))
    switch parameter.form {
    case .value:
      let link = EffectLink<Parameter.Value>(linker.provider(for: target))
      return unsafe ForeignCall.Argument(size: coding.size, alignment: coding.alignment) {
        handover, slot in
        let value = try link.get(handover.context)
        try unsafe coding.store(value, to: slot) {
          handover.arena(isBorrowed: parameter.isBorrowed)
        }
      }
    case .optional:
      let link = EffectLink<Parameter.Value?>(linker.provider(for: target))
      let isPointer = parameter.key.type.isPointer
      return unsafe ForeignCall.Argument(size: 8, alignment: 8) { handover, slot in
        unsafe slot.storeBytes(of: nil, as: UnsafeMutableRawPointer?.self)
        guard let value = try link.get(handover.context) else { return }
        func arena() -> ForeignArena { handover.arena(isBorrowed: parameter.isBorrowed) }
        guard !isPointer else { return try unsafe coding.store(value, to: slot, in: arena) }
        let copy = unsafe arena().allocate(coding.size, alignment: coding.alignment)
        try unsafe coding.store(value, to: copy, in: arena)
        unsafe slot.storeBytes(of: copy, as: UnsafeMutableRawPointer.self)
      }
    case .optionalProvider where target.isAbsent:
      return unsafe ForeignCall.Argument(size: 8, alignment: 8) { _, slot in
        unsafe slot.storeBytes(of: nil, as: UnsafeMutableRawPointer?.self)
      }
    case .provider, .optionalProvider:
      if let callback = ForeignScalarProvider.callback(for: parameter, of: function, target, linker)
      {
        return unsafe ForeignCall.Argument(size: 8, alignment: 8) { handover, slot in
          // The result of the function may outlive the graph.
          handover.arena(isBorrowed: false).keep(callback)
          unsafe slot.storeBytes(of: callback.address, as: UnsafeMutableRawPointer?.self)
        }
      }
      let linked = linker.linked(target)
      let link = providedLink(to: linked, of: target, Parameter.Value.self)
      let store = unsafe ForeignScalarStore.store(
        for: parameter, linked,
        or: { context, slot, arena in
          try unsafe coding.store(try link(context), to: slot, in: arena)
        })
      let identity = ObjectIdentifier(linked)
      return unsafe ForeignCall.Argument(size: 8, alignment: 8) { handover, slot in
        let context = handover.context
        let made = context.storage.guestState.withLock { state in
          Result {
            let known = ForeignProviders.of(&state)
            return try known.provider(of: identity, for: parameter, level: context.level) {
              try unsafe ForeignProvider(for: parameter, of: function, in: context, store)
            }
          }
        }
        let provider = try made.get()
        handover.arena(isBorrowed: false).keep(ForeignProvider.Hold(provider, in: context))
        unsafe slot.storeBytes(of: provider.address, as: UnsafeMutableRawPointer?.self)
      }
    case .throwingElements:
      return elements(of: parameter, coding, function, target, linker)
    }
  }
}

extension CType {
  /// Whether C represents the type as a pointer, so that an absent optional is null.
  fileprivate var isPointer: Bool {
    switch self {
    case .string, .pointer: true
    default: false
    }
  }
}
