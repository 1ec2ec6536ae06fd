import Synchronization

/// The cells of a component instance's shared instances, one word each.
///
/// A word is zero while the cell is empty, the identity of a thread with the lowest bit set while that thread
/// makes the instance, and a retained reference to the ``Box`` of the instance afterwards. Reading an
/// existing instance takes a single load.
@safe struct SharedCells: @unchecked Sendable {
  // Safety: the memory is accessed through atomic operations only, and freed by its single owner.
  private let words: UnsafeMutableBufferPointer<Atomic<UInt>>

  init(count: Int) {
    unsafe words = .allocate(capacity: count)
    for index in 0..<count {
      unsafe words.initializeElement(at: index, to: Atomic(0))
    }
  }

  /// Frees the memory. The owner has to take all boxes out first.
  func deallocate() {
    unsafe words.deinitialize()
    unsafe words.deallocate()
  }

  /// Returns the instance if it has been made.
  ///
  /// The cell holds the instance as long as a context with a level above the cell's number exists, so a
  /// reader with such a context need not retain it: reference counting from several threads would dominate
  /// the cost of a read.
  @inline(__always)
  func box<Value>(at cell: Cell, of type: Value.Type) -> Unmanaged<Box<Value>>? {
    let word = unsafe words[cell.number].load(ordering: .acquiring)
    guard word & 1 == 0, let pointer = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    // Safety: a cell belongs to one binding, whose element's type is the box's.
    return unsafe .fromOpaque(pointer)
  }

  /// Claims an empty cell for the calling thread.
  ///
  /// - Returns: Whether the calling thread has to make the instance.
  func claim(_ cell: Cell) -> Bool {
    unsafe words[cell.number].compareExchange(
      expected: 0, desired: Self.currentThread, ordering: .acquiring
    ).exchanged
  }

  /// Stores the instance, retained, and wakes the threads that wait for it.
  func publish<Value>(_ box: Box<Value>, at cell: Cell) {
    let word = unsafe UInt(bitPattern: Unmanaged.passRetained(box).toOpaque())
    unsafe words[cell.number].store(word, ordering: .sequentiallyConsistent)
    WaitingRoom.shared.wakeAll()
  }

  /// Gives up the claim after the instance could not be made, and wakes the threads that wait for it.
  func giveUp(_ cell: Cell) {
    unsafe words[cell.number].store(0, ordering: .sequentiallyConsistent)
    WaitingRoom.shared.wakeAll()
  }

  /// The result of waiting for an instance that another thread makes.
  enum Waited<Value> {
    case made(Box<Value>)
    /// The other thread has given up.
    case givenUp
    /// Waiting would never end: this thread makes the instance itself, or the thread that makes it waits for
    /// this one.
    case deadlock
  }

  /// Waits until the thread that makes the instance has published it or given up.
  func waitForBox<Value>(at cell: Cell, of type: Value.Type) -> Waited<Value> {
    guard let word = unsafe words.baseAddress.map({ unsafe UnsafePointer($0 + cell.number) }) else {
      return .givenUp
    }
    guard unsafe WaitingRoom.shared.wait(while: word, isMadeFor: Self.currentThread) else {
      return .deadlock
    }
    return unsafe box(at: cell, of: type).map { unsafe .made($0.takeUnretainedValue()) } ?? .givenUp
  }

  /// Stores a box that was taken out of the cell, or another box of the same instance. No thread waits for
  /// it, as no context reaches the cell.
  func restore(_ box: AnyObject, at cell: Cell) {
    let word = unsafe UInt(bitPattern: Unmanaged.passRetained(box).toOpaque())
    unsafe words[cell.number].store(word, ordering: .releasing)
  }

  /// Empties the cell and returns its box, with the reference that the cell held.
  func take(_ cell: Cell) -> AnyObject? {
    take(number: cell.number)
  }

  /// Empties the cells of the numbers and releases their boxes, beginning with the largest number.
  func empty(_ numbers: Range<Int>) {
    for number in numbers.reversed() { _ = take(number: number) }
  }

  private func take(number: Int) -> AnyObject? {
    // Most cells of a large component may never have been used, and a load is cheaper than an exchange.
    guard unsafe words[number].load(ordering: .relaxed) != 0 else { return nil }
    let word = unsafe words[number].exchange(0, ordering: .acquiringAndReleasing)
    guard word & 1 == 0, let pointer = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue()
  }

  /// The identity of the calling thread, or of the thread whose work it continues. The lowest bit
  /// distinguishes it from a reference.
  private static var currentThread: UInt {
    LogicalThread.current | 1
  }
}
