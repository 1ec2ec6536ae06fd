import CleanseGraph

/// A strong reference to a component instance and to its shared instances below a level.
///
/// Shared instances are numbered so that the dependencies of an instance, including those it reaches through
/// a provider, have smaller numbers than the instance. A context of level *n* reaches, and keeps alive, the
/// instances numbered below *n*. An instance is made with a context whose level is its own number, so it
/// never holds itself or an instance above it, and no reference cycle can arise: all instances are released
/// with the last holder of the root, of a provider or of an instance.
@usableFromInline
package final class Context: Sendable {
  package let storage: ComponentStorage
  package let level: Level
  /// The context of the parent component.
  package let parent: Context?

  /// The construction of a value of a dependency cycle for which, or for a part of which, this context was
  /// made; nil otherwise.
  ///
  /// The context of a shared instance does not inherit the construction of its first requester. Once made, the
  /// instance is complete and shared by all threads: its providers may be called although the requester that
  /// happened to be the first is still being made. Otherwise, whether a call fails would depend on the order of
  /// requests. While the instance is itself being made, it has its own construction.
  let construction: Construction?
  /// Whether the context was made for the shared instance whose number is its level.
  private let isRequester: Bool

  init(_ storage: ComponentStorage, level: Level, parent: Context?) {
    self.storage = storage
    self.level = level
    self.parent = parent
    construction = nil
    isRequester = true
    storage.retain(level: level)
  }

  /// Creates a context that the storage has already counted.
  init(
    _ storage: ComponentStorage, retainedLevel level: Level, parent: Context?,
    isRequester: Bool = true
  ) {
    self.storage = storage
    self.level = level
    self.parent = parent
    self.isRequester = isRequester
    construction = nil
  }

  /// Creates a context with the reach of another one or a smaller reach, for a value of a dependency cycle.
  ///
  /// - Parameter level: The level, if it is lower than that of the other context.
  init(_ other: Context, constructing construction: Construction?, level: Level? = nil) {
    storage = other.storage
    self.level = level ?? other.level
    parent = other.parent
    isRequester = level == nil && other.isRequester
    self.construction = construction
    storage.retain(level: self.level)
  }

  deinit {
    storage.release(level: level)
  }

  /// Returns the context of the ancestor component that is the given number of levels up.
  ///
  /// It inherits an unfinished construction of this context, so that component factories of the ancestor
  /// check it.
  func ancestor(levels: Int) -> Context {
    var context = self
    for _ in 0..<levels {
      guard let parent = context.parent else {
        preconditionFailure("A component was linked into one that is not its ancestor")
      }
      context = parent
    }
    guard levels > 0, let construction = construction?.unfinished else { return context }
    return Context(context, constructing: construction)
  }

  /// Returns a context that does not reach the instance of the cell: this one, or one of the cell's level.
  func lowered(to cell: Cell?) -> Context {
    guard let cell, level.reaches(cell) else { return self }
    return Context(self, constructing: construction, level: Level(below: cell))
  }

  /// Returns the context in which a provider that was requested in this context, as a part of a dependency
  /// cycle, makes its target.
  ///
  /// This context doesn't keep alive the instances numbered at its level or above, since they may need, and
  /// so keep alive, the very instance that holds the provider. The returned context keeps them alive during
  /// the call.
  ///
  /// - Parameters:
  ///   - level: The level that the target needs in its component.
  ///   - levels: The number of levels up to the ancestor that is the target's component.
  ///   - target: The name of the target for messages.
  /// - Throws: ``DeferredCallError/tooEarly(requester:target:)`` while the factory that requested the
  ///   provider is running, in any component and at any level, so that no factory can call itself through its
  ///   own provider; ``DeferredCallError/gone(target:)`` if the shared instance that this context was made
  ///   for was made and has been released.
  func reaching(
    _ level: Level, levels: Int = 0, for target: @autoclosure () -> String
  ) throws(DeferredCallError) -> Context {
    if let requester = construction?.unfinished {
      throw .tooEarly(requester: requester.step.name, target: target())
    }
    guard levels == 0 else {
      return try ancestor(levels: 1).reaching(level, levels: levels - 1, for: target())
    }
    guard self.level < level else { return self }
    guard
      let context = storage.context(
        reviving: level, for: isRequester ? self.level : nil, inside: parent)
    else { throw .gone(target: target()) }
    return context
  }

  /// The binding whose factory ``reaching(_:levels:for:)`` finds running, or nil.
  func runningStep(levels: Int) -> ResolutionError.Step? {
    if let requester = construction?.unfinished { return requester.step }
    return levels == 0 ? nil : parent?.runningStep(levels: levels - 1)
  }

  /// Returns the shared instance of the cell, and makes it if necessary.
  ///
  /// - Throws: The error of `make`; a ``ResolutionError`` with ``DeferredCallError/deadlock(target:)`` if the
  ///   instance is requested by a call that its own factory waits for, on this thread or another one. If
  ///   `Failure` is `Never`, the program stops instead. This can only happen if a factory calls a provider of
  ///   a dependency cycle.
  @inline(__always)
  func shared<Value, Failure: Error>(
    cell: Cell, weakSlot: WeakSlot?, make: @Sendable (Context) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let box = unsafe storage.cells.box(at: cell, of: Value.self) {
      return unsafe box._withUnsafeGuaranteedRef { $0.value }
    }
    return try makeShared(cell: cell, weakSlot: weakSlot, make: make)
  }

  @inline(never)
  private func makeShared<Value, Failure: Error>(
    cell: Cell, weakSlot: WeakSlot?, make: @Sendable (Context) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    while !storage.cells.claim(cell) {
      switch storage.cells.waitForBox(at: cell, of: Value.self) {
      case .made(let box): return box.value
      // The factory threw on the other thread; this one tries next.
      case .givenUp: continue
      case .deadlock:
        try DeferredCallError.deadlock(target: TypeName.display(Value.self))
          .raise(as: Failure.self, at: nil)
      }
    }
    let box: Box<Value>
    do throws(Failure) {
      box = Box(try make(Context(storage, level: Level(below: cell), parent: parent)))
    } catch {
      storage.cells.giveUp(cell)
      throw error
    }
    if let weakSlot {
      storage.weakInstance(slot: weakSlot).store(box)
    }
    storage.cells.publish(box, at: cell)
    return box.value
  }

  /// Returns the value that `build` stored in the cell.
  ///
  /// It stops the program if the cell is empty: a provider of a dependency cycle can be called before `build`
  /// has awaited the value, or after the component instance was released.
  func filled<Value>(cell: Cell) -> Value {
    guard let box = unsafe storage.cells.box(at: cell, of: Value.self) else {
      fatalError(DeferredCallError.unavailable(target: TypeName.display(Value.self)).description)
    }
    return unsafe box._withUnsafeGuaranteedRef { $0.value }
  }
}
