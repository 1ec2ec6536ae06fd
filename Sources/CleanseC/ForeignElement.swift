import Cleanse
internal import CleanseSupport

/// An element of a collection that C requests element by element: a function that returns the element at each
/// call, or reports an error.
///
/// The arena of the array owns it. So it lives as long as the result of the requesting function, and so do
/// the values that it has returned.
final class ForeignElement {
  private var callback: (any ForeignCallback)?
  /// The objects that the returned values depend on. The caller owns the memory of the values.
  private let results = TrackedMutex([ForeignArena]())

  /// - Parameters:
  ///   - parameter: The parameter for one function of the array.
  ///   - function: The function that requests the collection.
  /// - Throws: When the system provides no executable memory for the function.
  init<Coding: ForeignCoding>(
    _ provider: ThrowingProvider<Coding.Value>, _ coding: Coding, for parameter: CParameter,
    of function: any ForeignFunction
  ) throws {
    // Safety: it is a provider of the graph, which any thread may call.
    nonisolated(unsafe) let provider = provider
    // Unretained, to save reference counting at each call: this object owns the callback.
    let this = unsafe Unmanaged.passUnretained(self)
    callback = try unsafe function.callback(for: parameter) { slot in
      do {
        let value = try unsafe provider.get()
        try unsafe this._withUnsafeGuaranteedRef { element in
          try element.handOver { arena in try unsafe coding.store(value, to: slot, in: arena) }
        }
        return nil
      } catch {
        return "\(error)"
      }
    }
  }

  /// The address of the function to pass to C.
  var address: UnsafeMutableRawPointer? { unsafe callback?.address }

  private func handOver(_ store: (() -> ForeignArena) throws -> Void) throws {
    var arena: ForeignArena?
    try store {
      let known = arena ?? ForeignArena()
      arena = known
      return known
    }
    guard let arena else { return }
    // The caller frees the memory, and can't release the objects.
    arena.leaveMemory()
    if arena.hasObjects { results.withLock { $0.append(arena) } }
  }
}

// Safety: `results`, the only state modified after initialization, is guarded by a lock.
extension ForeignElement: @unchecked Sendable {}

extension ForeignFactory {
  /// Returns the argument for a collection requested element by element: an array of functions.
  func elements<Item: ForeignCoding>(
    of parameter: CParameter, _ coding: Item, _ function: any ForeignFunction,
    _ target: Linker.Target, _ linker: Linker
  ) -> ForeignCall.Argument {
    guard let element = parameter.element else {
      preconditionFailure("A parameter that is not a collection is requested element by element")
    }
    typealias Providers = [ThrowingProvider<Item.Value>]
    let link = EffectLink<Providers>(linker.provider(for: target, as: Providers.self))
    let size = unsafe MemoryLayout<UnsafeMutableRawPointer>.size
    return unsafe ForeignCall.Argument(size: 2 * size, alignment: size) { handover, slot in
      let providers = try link.get(handover.context)
      let arena = handover.arena(isBorrowed: false)
      let items = unsafe arena.allocate(providers.count * size, alignment: size)
      for (index, provider) in providers.enumerated() {
        let made = try ForeignElement(provider, coding, for: element, of: function)
        arena.keep(made)
        unsafe items.storeBytes(
          of: made.address, toByteOffset: index * size, as: UnsafeMutableRawPointer?.self)
      }
      unsafe slot.storeBytes(of: items, as: UnsafeMutableRawPointer.self)
      unsafe slot.storeBytes(of: providers.count, toByteOffset: size, as: Int.self)
    }
  }
}
