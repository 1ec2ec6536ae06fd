internal import CleanseSupport
import Synchronization

/// A value of a dependency cycle that is being made, or was.
///
/// The contexts that its factory runs with refer to it, and so does each provider that the factory
/// requested. Such a provider checks whether the construction is finished before it makes its target: while
/// it is not, the target would need the very value that is still being made.
///
/// It holds neither a context nor a component instance, so it is no part of a cycle of references; the
/// closure for the name must not hold one either.
final class Construction: Sendable {
  /// What is being made: a binding of a component instance.
  private struct Subject: Equatable {
    /// Unique while the construction runs, as a context of the storage is there as long.
    let storage: ObjectIdentifier
    let binding: Int
  }

  private struct References {
    /// The construction whose value the requester of this one is a part of.
    var parent: Construction?
    /// The construction whose factory called, through whatever code, for this one.
    var caller: Construction?
  }

  private enum State: Int, AtomicRepresentable {
    case running
    /// Finished, but a parent may not be.
    case finished
    /// Finished, as are all parents, none of which is held any more.
    case settled
  }

  /// The innermost construction whose factory runs, for the task or thread that calls.
  ///
  /// Factories call providers through code of their own, where no context is handed on, so this
  /// follows the calls themselves. It is read only where a value of a cycle is made. A task that a
  /// factory starts inherits it, and so counts as a part of the construction until that is finished.
  @TaskLocal static var innermost: Construction?

  private let subject: Subject
  private let displayName: @Sendable () -> String
  private let references: TrackedMutex<References>
  private let state = Atomic<State>(.running)

  /// Starts a construction, which is not ``innermost`` by that alone.
  init(
    of binding: Int, in storage: ComponentStorage, parent: Construction? = nil,
    name: @escaping @Sendable () -> String
  ) {
    subject = Subject(storage: ObjectIdentifier(storage), binding: binding)
    displayName = name
    references = TrackedMutex(
      References(parent: parent?.unfinished, caller: Construction.innermost))
  }

  /// Lets go of finished parents one by one: a value of a long chain would otherwise take a stack as
  /// deep as the chain.
  deinit {
    var parent = takeParent()
    while parent != nil, isKnownUniquelyReferenced(&parent) {
      parent = parent?.takeParent()
    }
  }

  /// What is being made, as a user would write its type.
  var name: String { displayName() }

  /// Whether the factory has returned or thrown.
  var isFinished: Bool { state.load(ordering: .acquiring) != .running }

  /// The nearest enclosing construction that is not finished; nil if there is none.
  var parent: Construction? {
    _ = unfinished
    return references.withLock { $0.parent }?.unfinished
  }

  /// This construction or the nearest enclosing one that is not finished, or nil.
  ///
  /// Forgets the finished parents in between. Once there is nothing left to find, a call costs one
  /// load.
  var unfinished: Construction? {
    switch state.load(ordering: .acquiring) {
    case .running: return self
    case .settled: return nil
    case .finished: break
    }
    var nearest = references.withLock { $0.parent }
    while let parent = nearest, parent.isFinished {
      nearest = parent.references.withLock { $0.parent }
    }
    // What is finished stays so, hence a result that another thread has outrun leaves a detour, at
    // worst. Dropped outside of the lock, as the closures' captures go with it.
    let (found, dropped) = (nearest, takeParent(leaving: nearest))
    withExtendedLifetime(dropped) {}
    return found
  }

  /// Marks the value as made, or as given up.
  func finish() {
    state.store(.finished, ordering: .releasing)
    // The calls that led here are over for this construction.
    let caller = references.withLock { references in
      let caller = references.caller
      references.caller = nil
      return caller
    }
    withExtendedLifetime(caller) {}
    _ = unfinished
  }

  /// Whether a factory that waits for this construction, on this chain of calls, makes the same
  /// binding of the same component instance, or ``nestingLimit`` of them make it for others.
  ///
  /// Without providers of a cycle, no binding can be reached from itself, so such a chain would go on
  /// for ever. A factory that stops such a chain by a condition of its own is refused as well, unless each
  /// link of the chain has a component instance of its own, as where a component builds itself: then only
  /// a long one is.
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

  /// How many component instances may be built within each other before their chain counts as endless.
  /// The stack of any thread has room for as many.
  private static let nestingLimit = 64

  private func takeParent(leaving new: Construction? = nil) -> Construction? {
    references.withLock { references in
      let old = references.parent
      guard state.load(ordering: .relaxed) != .settled else { return old }
      references.parent = new
      if new == nil { state.store(.settled, ordering: .releasing) }
      return old
    }
  }
}

extension Context {
  /// Runs the factory of a binding of a dependency cycle.
  ///
  /// The body gets a context with the same reach, whose construction is unfinished until the body
  /// has returned or thrown.
  ///
  /// - Parameters:
  ///   - binding: What is made, as a number that the component instance has for nothing else.
  ///   - name: What is made, for messages. The closure must not hold a context.
  /// - Throws: What the body throws; a ``ResolutionError`` with ``DeferredCallError/deadlock(target:)``
  ///   when the calls that led here already make the same binding of the same component instance,
  ///   which would not end. Where `Failure` is `Never`, that stops the program.
  func constructing<Value, Failure: Error>(
    _ binding: Int, name: @escaping @Sendable () -> String,
    body: (Context) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let construction = Construction(of: binding, in: storage, parent: construction, name: name)
    defer { construction.finish() }
    if construction.isRepeated {
      try DeferredCallError.deadlock(target: name()).raise(as: Failure.self)
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

  /// As ``constructing(_:name:body:)``, for a factory that is awaited. The construction follows the
  /// task.
  func constructingAwaiting<Value: Sendable>(
    _ binding: Int, name: @escaping @Sendable () -> String,
    body: @Sendable (Context) async throws -> Value
  ) async throws -> Value {
    let construction = Construction(of: binding, in: storage, parent: construction, name: name)
    defer { construction.finish() }
    if construction.isRepeated {
      try DeferredCallError.deadlock(target: name()).raise(as: (any Error).self)
    }
    let context = Context(self, constructing: construction)
    return try await Construction.$innermost.withValue(construction) { try await body(context) }
  }
}
