import CleanseGraph

/// A hold on a component instance, down to a certain depth.
///
/// Shared instances are numbered so that whatever an instance needs, also through a provider that
/// it keeps, has a smaller number than itself. A context of level *n* reaches, and keeps alive, the
/// instances numbered below *n*. An instance is made with a context of its own number as level, so
/// what it keeps never holds on to itself or to anything above it, and no cycle of references can
/// arise: when the last holder of the root, of a provider or of an instance is gone, everything is.
@usableFromInline
package final class Context: Sendable {
  package let storage: ComponentStorage
  package let level: Int
  /// The hold on the component around this one.
  package let outer: Context?

  /// The value of a dependency cycle whose factory this context was made for, or for a part of it; nil
  /// where nothing of a cycle is made.
  ///
  /// A shared instance's context does not inherit that of its first requester. Once it is made, the
  /// instance is complete and shared by all threads: its providers may be called although the requester
  /// that happened to be the first is still being made. Otherwise, whether a call fails would depend on
  /// the order of requests. While the instance is itself being made, it has a construction of its own.
  let construction: Construction?
  /// Whether this was made for the shared instance whose number the level is.
  private let isRequester: Bool

  init(_ storage: ComponentStorage, level: Int, outer: Context?) {
    self.storage = storage
    self.level = level
    self.outer = outer
    construction = nil
    isRequester = true
    storage.retain(level: level)
  }

  /// A context that the storage has already taken note of.
  init(
    _ storage: ComponentStorage, retainedLevel level: Int, outer: Context?, isRequester: Bool = true
  ) {
    self.storage = storage
    self.level = level
    self.outer = outer
    self.isRequester = isRequester
    construction = nil
  }

  /// A context with the reach of another one, for the factory of a value of a dependency cycle.
  init(_ other: Context, constructing construction: Construction) {
    storage = other.storage
    level = other.level
    outer = other.outer
    isRequester = other.isRequester
    self.construction = construction
    storage.retain(level: level)
  }

  deinit {
    storage.release(level: level)
  }

  /// The context of the component that is so many levels outwards.
  ///
  /// While a value of a cycle is made, the factories of components that it gets from an ancestor know that.
  func outer(levels: Int) -> Context {
    var context = self
    for _ in 0..<levels {
      guard let outer = context.outer else {
        preconditionFailure("A component was linked into one that is not its ancestor")
      }
      context = outer
    }
    guard levels > 0, let construction = construction?.unfinished else { return context }
    return Context(context, constructing: construction)
  }

  /// The context in which a provider that was requested in this context, as a part of a dependency
  /// cycle, makes its target.
  ///
  /// This context doesn't keep alive what is numbered at its level or above, since that may need, and so
  /// keep alive, the very instance that holds the provider. For the time of the call, the result does.
  ///
  /// - Parameters:
  ///   - level: The level that the target needs in its component.
  ///   - levels: How many levels further out the target's component is.
  ///   - target: What is to be made, for messages.
  /// - Throws: ``DeferredCallError/tooEarly(requester:target:)`` while the factory that requested the
  ///   provider runs, in whichever component and at whatever level, so that no factory can call itself
  ///   through its own provider; ``DeferredCallError/gone(target:)`` when the shared instance that
  ///   this context was made for is gone, though it once was there.
  func reaching(
    _ level: Int, levels: Int = 0, for target: @autoclosure () -> String
  ) throws(DeferredCallError) -> Context {
    if let requester = construction?.unfinished {
      throw .tooEarly(requester: requester.name, target: target())
    }
    guard levels == 0 else {
      return try outer(levels: 1).reaching(level, levels: levels - 1, for: target())
    }
    guard self.level < level else { return self }
    guard
      let context = storage.context(
        reviving: level, for: isRequester ? self.level : nil, inside: outer)
    else { throw .gone(target: target()) }
    return context
  }

  /// As ``reaching(_:levels:for:)``, for a provider that can't throw: stops the program with the
  /// error's description, as its caller can't go on without the value.
  func reached(
    _ level: Int, levels: Int = 0, for target: @autoclosure () -> String
  ) -> Context {
    do throws(DeferredCallError) {
      return try reaching(level, levels: levels, for: target())
    } catch {
      fatalError(error.description)
    }
  }

  /// The shared instance of the cell, made now if it is not there yet.
  ///
  /// - Throws: What `make` throws; a ``ResolutionError`` with ``DeferredCallError/deadlock(target:)``
  ///   when the instance is requested by a call that its own factory waits for, on this thread or another
  ///   one. Where `Failure` is `Never`, that stops the program: it takes a provider of a dependency cycle
  ///   that a factory calls, and waiting would never end.
  @inline(__always)
  func shared<Value, Failure: Error>(
    cell: Int, weakSlot: Int?, make: @Sendable (Context) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let box = unsafe storage.cells.box(at: cell, of: Value.self) {
      return unsafe box._withUnsafeGuaranteedRef { $0.value }
    }
    return try makeShared(cell: cell, weakSlot: weakSlot, make: make)
  }

  @inline(never)
  private func makeShared<Value, Failure: Error>(
    cell: Int, weakSlot: Int?, make: @Sendable (Context) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    while !storage.cells.claim(cell) {
      switch storage.cells.waitForBox(at: cell, of: Value.self) {
      case .made(let box): return box.value
      // The thread that was to make it threw; now it is up to this one.
      case .givenUp: continue
      case .deadlock:
        try DeferredCallError.deadlock(target: TypeName.display(Value.self))
          .raise(as: Failure.self)
      }
    }
    let box: Box<Value>
    do throws(Failure) {
      box = Box(try make(Context(storage, level: cell, outer: outer)))
    } catch {
      storage.cells.giveUp(cell)
      throw error
    }
    if let weakSlot {
      storage.weakInstance(slot: weakSlot).remember(box)
    }
    storage.cells.publish(box, at: cell)
    return box.value
  }

  /// The value that `build` put into the cell.
  ///
  /// Stops the program if it is not there: a provider of a dependency cycle can be called before `build`
  /// has awaited the value, or when the component instance is gone.
  func filled<Value>(cell: Int) -> Value {
    guard let box = unsafe storage.cells.box(at: cell, of: Value.self) else {
      fatalError(DeferredCallError.unavailable(target: TypeName.display(Value.self)).description)
    }
    return unsafe box._withUnsafeGuaranteedRef { $0.value }
  }

  /// As ``filled(cell:)``, for a caller that can throw.
  ///
  /// - Throws: ``DeferredCallError/unavailable(target:)`` if the value is not there.
  func filledThrowing<Value>(cell: Int) throws(DeferredCallError) -> Value {
    guard let box = unsafe storage.cells.box(at: cell, of: Value.self) else {
      throw .unavailable(target: TypeName.display(Value.self))
    }
    return unsafe box._withUnsafeGuaranteedRef { $0.value }
  }
}
