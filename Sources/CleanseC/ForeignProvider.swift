import Cleanse
internal import CleanseSupport

/// A provider passed to C: a function that returns a value at each call.
///
/// It lives as long as the component instance, because C may keep its address for an unknown time. While the
/// result of a requesting function is alive, it keeps the context of that function alive; afterwards it
/// reaches only what others keep alive.
final class ForeignProvider {
  private struct State {
    var context: Context?
    var holders = 0
    /// The objects that the returned values depend on, released with the last hold: the values may retain the
    /// component instance, so it must not retain them.
    var results: [ForeignArena] = []
  }

  /// Keeps the context of a provider alive for the object that requested it.
  final class Hold: Sendable {
    private let provider: ForeignProvider

    init(_ provider: ForeignProvider, in context: Context) {
      self.provider = provider
      provider.state.withLock { state in
        state.holders += 1
        state.context = state.context ?? context
      }
    }

    deinit {
      // Released outside of the lock, because this may be the last reference to instances.
      _ = provider.state.withLock { state -> (Context?, [ForeignArena]) in
        state.holders -= 1
        guard state.holders == 0 else { return (nil, []) }
        let (context, results) = (state.context, state.results)
        (state.context, state.results) = (nil, [])
        return (context, results)
      }
    }
  }

  // Safety: the storage owns this provider, so it outlives all calls.
  private unowned(unsafe) let storage: ComponentStorage
  private let level: Level
  /// The context of the parent component, which every context of the storage retains.
  private let parent: Context?
  private let state = TrackedMutex(State())
  private var callback: (any ForeignCallback)?

  private init(_ context: Context) {
    unsafe storage = context.storage
    level = context.level
    parent = context.parent
  }

  /// The address of the function to pass to C.
  var address: UnsafeMutableRawPointer? { unsafe callback?.address }

  /// Creates a value and stores it at an address.
  typealias Store =
    @Sendable (Context, UnsafeMutableRawPointer, () -> ForeignArena) throws -> Void

  /// Creates a provider for a parameter of the function.
  convenience init(
    for parameter: CParameter, of function: any ForeignFunction, in context: Context,
    _ store: @escaping Store
  ) throws {
    self.init(context)
    // Unretained, to save reference counting at each call: this object owns the callback.
    let this = unsafe Unmanaged.passUnretained(self)
    callback = try unsafe function.callback(for: parameter) { slot in
      do {
        try unsafe this._withUnsafeGuaranteedRef { try unsafe $0.store(store, to: slot) }
        return nil
      } catch {
        return "\(error)"
      }
    }
  }

  private func store(_ store: Store, to slot: UnsafeMutableRawPointer) throws {
    let held = state.withLock { $0.context }
    guard let context = unsafe held ?? storage.context(reaching: level, inside: parent) else {
      throw CBridgeError("the component instance that the provider belongs to is gone")
    }
    // This may be the last reference to the component instance.
    defer { withExtendedLifetime(context) {} }
    var arena: ForeignArena?
    try unsafe store(context, slot) {
      let known = arena ?? ForeignArena()
      arena = known
      return known
    }
    guard let arena else { return }
    // The caller frees the memory, and can't release the objects.
    guard arena.hasObjects else { return arena.leaveMemory() }
    let isKept = state.withLock { state in
      guard state.holders > 0 else { return false }
      arena.leaveMemory()
      state.results.append(arena)
      return true
    }
    guard isKept else {
      // Keeping it in the component instance could create a reference cycle.
      throw CBridgeError("the requester of the provider is gone, so the value has no owner")
    }
  }
}

// Safety: `state`, the only state modified after initialization, is guarded by a lock.
extension ForeignProvider: @unchecked Sendable {}

/// The providers of a component instance that were passed to C.
final class ForeignProviders {
  private struct Identity: Hashable {
    let provider: ObjectIdentifier
    /// The C signature of the provider.
    let form: CParameter.Form
    let type: CType
    let level: Level
  }

  private var known: [Identity: ForeignProvider] = [:]

  /// Returns the providers of a component instance.
  ///
  /// - Parameter state: The state of the guest language in the instance.
  static func of(_ state: inout AnyObject?) -> ForeignProviders {
    if let known = state as? ForeignProviders { return known }
    let made = ForeignProviders()
    state = made
    return made
  }

  /// Returns the C provider for a linked one in contexts of the level; creates it at the first request.
  func provider(
    of linked: ObjectIdentifier, for parameter: CParameter, level: Level,
    _ make: () throws -> ForeignProvider
  ) rethrows -> ForeignProvider {
    let identity = Identity(
      provider: linked, form: parameter.form, type: parameter.key.type, level: level)
    if let provider = known[identity] { return provider }
    let provider = try make()
    known[identity] = provider
    return provider
  }
}
