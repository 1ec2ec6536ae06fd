/// A hold on a component instance, down to a certain depth.
///
/// Shared instances are numbered so that whatever an instance needs, also through a provider that
/// it keeps, has a smaller number than itself. A context of level *n* reaches, and keeps alive, the
/// instances numbered below *n*. An instance is made with a context of its own number as level, so
/// what it keeps never holds on to itself or to anything above it, and no ring of references can
/// arise: when the last holder of the root, of a provider or of an instance is gone, everything is.
@usableFromInline
final class Context: Sendable {
  let storage: ComponentStorage
  let level: Int
  /// The hold on the component around this one.
  let outer: Context?

  init(_ storage: ComponentStorage, level: Int, outer: Context?) {
    self.storage = storage
    self.level = level
    self.outer = outer
    storage.retain(level: level)
  }

  /// A context that the storage has already taken note of.
  init(_ storage: ComponentStorage, retainedLevel level: Int, outer: Context?) {
    self.storage = storage
    self.level = level
    self.outer = outer
  }

  deinit {
    storage.release(level: level)
  }

  /// The context of the component that is so many levels further out.
  func outer(levels: Int) -> Context {
    var context = self
    for _ in 0..<levels {
      guard let outer = context.outer else {
        preconditionFailure("A component was linked into one that is not around it")
      }
      context = outer
    }
    return context
  }

  /// The shared instance of the cell, made now if it is not there yet.
  @inline(__always)
  func shared<Value>(
    cell: Int, weakSlot: Int?, make: @Sendable (Context) throws -> Value
  ) rethrows -> Value {
    if let box = storage.cells.box(at: cell, of: Value.self) {
      return box._withUnsafeGuaranteedRef { $0.value }
    }
    return try makeShared(cell: cell, weakSlot: weakSlot, make: make)
  }

  @inline(never)
  private func makeShared<Value>(
    cell: Int, weakSlot: Int?, make: @Sendable (Context) throws -> Value
  ) rethrows -> Value {
    while !storage.cells.claim(cell) {
      if let box = storage.cells.waitForBox(at: cell, of: Value.self) { return box.value }
      // The thread that was to make it threw; now it is up to this one.
    }
    let box: Box<Value>
    do {
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
  func filled<Value>(cell: Int) -> Value {
    guard let box = storage.cells.box(at: cell, of: Value.self) else {
      preconditionFailure("A seed is asked for that was not given")
    }
    return box._withUnsafeGuaranteedRef { $0.value }
  }
}
