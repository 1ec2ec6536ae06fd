import Cleanse
internal import CleanseSupport

/// A provider as C holds it: a function that yields a value at each call.
///
/// It stays where it is as long as the component instance, since nobody can tell how long C holds on
/// to it. While somebody holds what asked for it, it reaches all that this does; later, only what is
/// still reached by others.
final class ForeignProvider {
  private struct State {
    var context: Context?
    var holders = 0
    /// What the values need that were handed out. It goes with the last who asked for the provider: the
    /// values may themselves hold on to the component instance, so that must not hold on to them.
    var results: [ForeignArena] = []
  }

  /// Keeps a provider in reach of what it was asked for.
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
      // Outside of the lock, as the last hold on instances may go with it.
      _ = provider.state.withLock { state -> (Context?, [ForeignArena]) in
        state.holders -= 1
        guard state.holders == 0 else { return (nil, []) }
        let (context, results) = (state.context, state.results)
        (state.context, state.results) = (nil, [])
        return (context, results)
      }
    }
  }

  // Safety: the storage owns this, so it is there for as long as anybody calls this.
  private unowned(unsafe) let storage: ComponentStorage
  private let level: Int
  /// The hold on the component around, which everybody has who reaches the storage.
  private let outer: Context?
  private let state = TrackedMutex(State())
  private var callback: (any ForeignCallback)?

  private init(_ context: Context) {
    unsafe storage = context.storage
    level = context.level
    outer = context.parent
  }

  /// The function to hand to C.
  var address: UnsafeMutableRawPointer? { unsafe callback?.address }

  /// Makes a value and stores it.
  typealias Store =
    @Sendable (Context, UnsafeMutableRawPointer, () -> ForeignArena) throws -> Void

  /// A provider for a parameter of the function.
  convenience init(
    for parameter: CParameter, of function: any ForeignFunction, in context: Context,
    _ store: @escaping Store
  ) throws {
    self.init(context)
    // Not counted at each call, as it owns what is called.
    let this = unsafe Unmanaged.passUnretained(self)
    callback = try unsafe function.callback(for: parameter) { place in
      do {
        try unsafe this._withUnsafeGuaranteedRef { try unsafe $0.store(store, to: place) }
        return nil
      } catch {
        return "\(error)"
      }
    }
  }

  private func store(_ store: Store, to place: UnsafeMutableRawPointer) throws {
    let held = state.withLock { $0.context }
    guard let context = unsafe held ?? storage.context(reaching: level, inside: outer) else {
      throw CBridgeError("what the provider belongs to is gone")
    }
    // It may be the last to hold what this belongs to.
    defer { withExtendedLifetime(context) {} }
    var arena: ForeignArena?
    try unsafe store(context, place) {
      let known = arena ?? ForeignArena()
      arena = known
      return known
    }
    guard let arena else { return }
    // The caller frees the memory, and has no way to tell when it is done with anything else.
    guard arena.hasObjects else { return arena.leaveMemory() }
    let isKept = state.withLock { state in
      guard state.holders > 0 else { return false }
      arena.leaveMemory()
      state.results.append(arena)
      return true
    }
    guard isKept else {
      // Whoever keeps it could be kept by it, and nothing of both would ever go.
      throw CBridgeError("what asked for the provider is gone, so that nobody keeps the value")
    }
  }
}

// Safety: what changes after it has been made is guarded by a lock.
extension ForeignProvider: @unchecked Sendable {}

/// The providers that C has of a component instance.
final class ForeignProviders {
  private struct Place: Hashable {
    let provider: ObjectIdentifier
    /// How C calls it, and what it takes the value for.
    let form: CParameter.Form
    let type: CType
    let level: Int
  }

  private var known: [Place: ForeignProvider] = [:]

  /// Those of a component instance.
  ///
  /// - Parameter state: What is kept for the instance.
  static func of(_ state: inout AnyObject?) -> ForeignProviders {
    if let known = state as? ForeignProviders { return known }
    let made = ForeignProviders()
    state = made
    return made
  }

  /// The provider that C knows as this one, in contexts of the level.
  func provider(
    of linked: ObjectIdentifier, for parameter: CParameter, level: Int,
    _ make: () throws -> ForeignProvider
  ) rethrows -> ForeignProvider {
    let place = Place(
      provider: linked, form: parameter.form, type: parameter.key.type, level: level)
    if let provider = known[place] { return provider }
    let provider = try make()
    known[place] = provider
    return provider
  }
}
