internal import CleanseSupport
import Synchronization

/// The construction of a value of a dependency cycle, running or finished.
///
/// The contexts of its factory refer to it, and so does each provider that the factory requested. Before such
/// a provider makes its target, it checks that the construction is finished: until then, the target would
/// need the very value that is being made.
///
/// It holds neither a context nor a component instance, so it can't be part of a reference cycle. The closure
/// for its step must not hold one either.
final class Construction: Sendable {
  /// The binding and the component instance for which the value is made.
  private struct Subject: Equatable {
    /// Unique while the construction runs, as a context holds the storage for that time.
    let storage: ObjectIdentifier
    let binding: BindingIndex
  }

  private struct References {
    /// The enclosing construction, whose value the requester of this one is a part of.
    var parent: Construction?
    /// The construction whose factory directly or indirectly made the call that started this one.
    var caller: Construction?
  }

  private enum State: Int, AtomicRepresentable {
    case running
    /// Finished, but a parent may still run.
    case finished
    /// Finished, as are all parents, which are no longer held.
    case allFinished
  }

  /// The innermost construction whose factory is running in the current task or thread.
  ///
  /// Factories call providers through arbitrary code that passes no context on, so this follows the calls
  /// themselves. It is read only when a value of a cycle is made. A task that a factory starts inherits it,
  /// and so counts as a part of the construction until that is finished.
  @TaskLocal static var innermost: Construction?

  private let subject: Subject
  private let makeStep: @Sendable () -> ResolutionError.Step
  private let references: TrackedMutex<References>
  private let state = Atomic<State>(.running)

  /// Starts a construction without making it the ``innermost`` one.
  init(
    of binding: BindingIndex, in storage: ComponentStorage, parent: Construction? = nil,
    step: @escaping @Sendable () -> ResolutionError.Step
  ) {
    subject = Subject(storage: ObjectIdentifier(storage), binding: binding)
    makeStep = step
    references = TrackedMutex(
      References(parent: parent?.unfinished, caller: Construction.innermost))
  }

  /// Releases finished parents one by one: the recursive release of a long chain would need a stack as deep as
  /// the chain.
  deinit {
    var parent = takeParent()
    while parent != nil, isKnownUniquelyReferenced(&parent) {
      parent = parent?.takeParent()
    }
  }

  /// The binding whose value is being made, for messages.
  var step: ResolutionError.Step { makeStep() }

  /// Whether the factory has returned or thrown.
  var isFinished: Bool { state.load(ordering: .acquiring) != .running }

  /// The nearest enclosing construction that is not finished, or nil.
  var parent: Construction? {
    _ = unfinished
    return references.withLock { $0.parent }?.unfinished
  }

  /// This construction or the nearest enclosing one that is not finished, or nil.
  ///
  /// It drops the finished parents in between. When all are finished, a call costs one load.
  var unfinished: Construction? {
    switch state.load(ordering: .acquiring) {
    case .running: return self
    case .allFinished: return nil
    case .finished: break
    }
    var nearest = references.withLock { $0.parent }
    while let parent = nearest, parent.isFinished {
      nearest = parent.references.withLock { $0.parent }
    }
    // A finished construction stays finished, so a result that is outdated by another thread only leaves a
    // detour. The parents are released outside of the lock, as the captures of their closures are released
    // with them.
    let (found, dropped) = (nearest, takeParent(leaving: nearest))
    withExtendedLifetime(dropped) {}
    return found
  }

  /// Marks the construction as finished, whether or not it made the value.
  func finish() {
    state.store(.finished, ordering: .releasing)
    // The calling chain is no longer relevant to this construction.
    let caller = references.withLock { references in
      let caller = references.caller
      references.caller = nil
      return caller
    }
    withExtendedLifetime(caller) {}
    _ = unfinished
  }

  /// Whether a factory further up this chain of calls makes the same binding of the same component instance, or
  /// ``nestingLimit`` factories make it for other component instances.
  ///
  /// Without the providers of a cycle, a binding can't be reached from itself, so such a chain would not end.
  /// A chain that a factory would end with a condition of its own is refused as well. Where each link of the
  /// chain has its own component instance, as when a component builds itself, only a long chain is refused.
  var isRepeated: Bool {
    var caller = references.withLock { $0.caller }
    var nesting = 0
    while let current = caller {
      if current.subject.binding == subject.binding, !current.isFinished {
        nesting += 1
        if current.subject == subject || nesting == Self.nestingLimit { return true }
      }
      caller = current.references.withLock { $0.caller }
    }
    return false
  }

  /// The number of component instances that may be built within each other before their chain counts as
  /// endless. The stack of any thread has room for that many.
  private static let nestingLimit = 64

  private func takeParent(leaving new: Construction? = nil) -> Construction? {
    references.withLock { references in
      let old = references.parent
      guard state.load(ordering: .relaxed) != .allFinished else { return old }
      references.parent = new
      if new == nil { state.store(.allFinished, ordering: .releasing) }
      return old
    }
  }
}

extension Context {
  /// Runs the factory of a binding of a dependency cycle.
  ///
  /// The body receives a context with the same reach, whose construction is unfinished until the body has
  /// returned or thrown.
  ///
  /// - Parameters:
  ///   - binding: The binding, which identifies the construction within the component instance.
  ///   - step: The binding for messages. The closure must not hold a context.
  /// - Throws: The error of the body; a ``ResolutionError`` with ``DeferredCallError/deadlock(target:)`` if the
  ///   calling chain already makes the same binding of the same component instance, which would not end. If
  ///   `Failure` is `Never`, the program stops instead.
  func constructing<Value, Failure: Error>(
    _ binding: BindingIndex, step: @escaping @Sendable () -> ResolutionError.Step,
    body: (Context) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let construction = Construction(of: binding, in: storage, parent: construction, step: step)
    defer { construction.finish() }
    if construction.isRepeated {
      let step = step()
      try DeferredCallError.deadlock(target: step.name).raise(as: Failure.self, at: step)
    }
    let context = Context(self, constructing: construction)
    let result = Construction.$innermost.withValue(construction) { () -> Result<Value, Failure> in
      do throws(Failure) {
        return .success(try body(context))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// As ``constructing(_:step:body:)``, for a factory that is awaited. The construction follows the task.
  func constructingAwaiting<Value: Sendable>(
    _ binding: BindingIndex, step: @escaping @Sendable () -> ResolutionError.Step,
    body: @Sendable (Context) async throws -> Value
  ) async throws -> Value {
    let construction = Construction(of: binding, in: storage, parent: construction, step: step)
    defer { construction.finish() }
    if construction.isRepeated {
      throw ResolutionError(DeferredCallError.deadlock(target: step().name))
    }
    let context = Context(self, constructing: construction)
    return try await Construction.$innermost.withValue(construction) { try await body(context) }
  }
}
