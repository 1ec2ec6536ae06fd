internal import CleanseSupport

/// A weak reference to a shared instance.
final class WeakInstance: Sendable {
  private struct State: @unchecked Sendable {
    // Safety: guarded by the lock. Of the instance, only the reference is passed on: whether several threads may use it
    // depends on its type, which is why a weak provider is Sendable only if its type is. The makers are sendable.

    /// The instance itself if it is of a class, its box otherwise.
    weak var object: AnyObject?
    /// Whether an instance was made, which may have been released since.
    var isMade = false
    /// Those of the weak providers that can make the instance.
    var makers = WeakMakers()
  }

  private let state = TrackedMutex(State())

  /// Stores the reference. From now on, no weak provider makes an instance.
  func store<Value>(_ box: Box<Value>) {
    let new = box.referent
    let makers = state.withLock { state in
      state.object = new
      state.isMade = true
      defer { state.makers = WeakMakers() }
      return state.makers
    }
    makers.finish()
  }

  func load<Value>(_ type: Value.Type) -> Value? {
    // Without this check, nil could be cast to a type that is itself optional.
    guard let object = state.withLock({ $0 }).object else { return nil }
    if let box = object as? Box<Value> { return box.value }
    return object as? Value
  }

  /// Returns what a weak provider needs to make the instance, or nil if it has been made.
  func maker(in context: () -> Context) -> WeakMaker? {
    guard !state.withLock({ $0.isMade }) else { return nil }
    let maker = WeakMaker(context())
    return state.withLock { state in
      guard !state.isMade else { return nil }
      state.makers.append(maker)
      return maker
    }
  }

  /// Makes the instance, or returns that which another thread has made since it was looked for.
  ///
  /// - Returns: Nil if there is none, because the call can't reach it or it has been released.
  func made<Value>(
    by maker: WeakMaker?, _ body: (Context) throws(DeferredCallError) -> Value
  ) -> Value? {
    // An instance ends its makers, so the thread that finds the maker at its end finds the instance.
    maker?.make(body) ?? load(Value.self)
  }
}

/// The context in which a weak provider makes its instance if there has been none.
///
/// It keeps alive what the instance depends on. It is released as soon as there is an instance, so that a weak
/// provider then keeps nothing alive.
final class WeakMaker: Sendable {
  private let context: TrackedMutex<Context?>

  init(_ context: Context) {
    self.context = TrackedMutex(context)
  }

  /// Makes the value, or returns nil if there was an instance or the call can't reach it.
  fileprivate func make<Value>(_ body: (Context) throws(DeferredCallError) -> Value) -> Value? {
    guard let context = context.withLock({ $0 }) else { return nil }
    do {
      return try body(context)
    } catch {
      // The requester is still being made, or has been released: there is no instance yet, or no longer.
      return nil
    }
  }

  fileprivate func finish() {
    // Outside of the lock, as deinitializers of instances may run.
    let context = context.withLock { context in
      defer { context = nil }
      return context
    }
    withExtendedLifetime(context) {}
  }
}

/// Weak references to makers, which their weak providers hold.
private struct WeakMakers {
  private struct Reference {
    weak var maker: WeakMaker?
  }

  private var references: [Reference] = []
  /// The count at which those that are gone are removed, so that they don't accumulate.
  private var limit = 8

  mutating func append(_ maker: WeakMaker) {
    if references.count == limit {
      references.removeAll { $0.maker == nil }
      limit = max(8, 2 * references.count)
    }
    references.append(Reference(maker: maker))
  }

  func finish() {
    for reference in references { reference.maker?.finish() }
  }
}
