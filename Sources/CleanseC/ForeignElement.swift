import Cleanse
internal import CleanseSupport

/// An element of a collection that C requested element by element: a function that yields the element at
/// each call, or reports why there is none.
///
/// The arena of the array owns it. So it lasts as long as what the requesting function makes, and so do the
/// values that it handed out.
final class ForeignElement {
  private var callback: (any ForeignCallback)?
  /// What the values need beyond their memory, which is the caller's.
  private let results = TrackedMutex([ForeignArena]())

  /// - Parameters:
  ///   - parameter: What C calls the one function.
  ///   - function: The function that requests the collection.
  /// - Throws: When the system refuses memory for the code of the function.
  init<Coding: ForeignCoding>(
    _ provider: ThrowingProvider<Coding.Value>, _ coding: Coding, for parameter: CParameter,
    of function: any ForeignFunction
  ) throws {
    // Safety: it comes from the graph, which any thread may request from.
    nonisolated(unsafe) let provider = provider
    // Not counted at each call, as it owns what is called.
    let this = unsafe Unmanaged.passUnretained(self)
    callback = try unsafe function.callback(for: parameter) { place in
      do {
        let value = try unsafe provider.get()
        try unsafe this._withUnsafeGuaranteedRef { element in
          try element.handOver { arena in try unsafe coding.store(value, to: place, in: arena) }
        }
        return nil
      } catch {
        return "\(error)"
      }
    }
  }

  /// The function to hand to C.
  var address: UnsafeMutableRawPointer? { unsafe callback?.address }

  private func handOver(_ store: (() -> ForeignArena) throws -> Void) throws {
    var arena: ForeignArena?
    try store {
      let known = arena ?? ForeignArena()
      arena = known
      return known
    }
    guard let arena else { return }
    // The caller frees the memory, and has no way to release anything else.
    arena.leaveMemory()
    if arena.hasObjects { results.withLock { $0.append(arena) } }
  }
}

// Safety: what changes after it has been made is guarded by a lock.
extension ForeignElement: @unchecked Sendable {}

extension ForeignFactory {
  /// How a parameter gets a collection element by element: as an array of functions.
  func elements<Item: ForeignCoding>(
    of parameter: CParameter, _ coding: Item, _ function: any ForeignFunction,
    _ target: Linker.Target, _ linker: Linker
  ) -> ForeignCall.Argument {
    guard let element = parameter.element else {
      preconditionFailure("A collection is requested element by element that is none")
    }
    typealias Providers = [ThrowingProvider<Item.Value>]
    let link = EffectLink<Providers>(linker.provider(for: target, as: Providers.self))
    let size = unsafe MemoryLayout<UnsafeMutableRawPointer>.size
    return unsafe ForeignCall.Argument(size: 2 * size, alignment: size) { handover, place in
      let providers = try link.get(handover.context)
      let arena = handover.arena(isBorrowed: false)
      let items = unsafe arena.allocate(providers.count * size, alignment: size)
      for (index, provider) in providers.enumerated() {
        let made = try ForeignElement(provider, coding, for: element, of: function)
        arena.keep(made)
        unsafe items.storeBytes(
          of: made.address, toByteOffset: index * size, as: UnsafeMutableRawPointer?.self)
      }
      unsafe place.storeBytes(of: items, as: UnsafeMutableRawPointer.self)
      unsafe place.storeBytes(of: providers.count, toByteOffset: size, as: Int.self)
    }
  }
}
