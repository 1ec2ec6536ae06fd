import Synchronization

/// The cells of a component's shared instances, one word each.
///
/// A word is zero while nothing is there, the thread's identity with the lowest bit set while that
/// thread makes the instance, and a retained reference to its ``Box`` afterwards. Reading one that
/// is there takes a single load.
@safe struct SharedCells: @unchecked Sendable {
  // Safety: the memory is reached through atomic operations only, and freed by its single owner.
  private let words: UnsafeMutableBufferPointer<Atomic<UInt>>

  init(count: Int) {
    unsafe words = .allocate(capacity: count)
    for index in 0..<count {
      unsafe words.initializeElement(at: index, to: Atomic(0))
    }
  }

  /// Frees the memory. The owner has taken out all boxes before.
  func deallocate() {
    unsafe words.deinitialize()
    unsafe words.deallocate()
  }

  /// The instance, if it has been made. The cell holds it for as long as a context of a level above
  /// the cell's is there, so a reader that has one need not: counting references from several
  /// threads would cost a multiple of everything else.
  @inline(__always)
  func box<Value>(at cell: Int, of type: Value.Type) -> Unmanaged<Box<Value>>? {
    let word = unsafe words[cell].load(ordering: .acquiring)
    guard word & 1 == 0, let pointer = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    // Safety: a cell belongs to one binding, whose element's type is the box's.
    return unsafe .fromOpaque(pointer)
  }

  /// Whether the calling thread is the one to make the instance.
  func claim(_ cell: Int) -> Bool {
    unsafe words[cell].compareExchange(
      expected: 0, desired: Self.currentThread, ordering: .acquiring
    ).exchanged
  }

  /// Puts the instance in, retained, and wakes those who wait for it.
  func publish<Value>(_ box: Box<Value>, at cell: Int) {
    let word = unsafe UInt(bitPattern: Unmanaged.passRetained(box).toOpaque())
    unsafe words[cell].store(word, ordering: .sequentiallyConsistent)
    WaitingRoom.shared.wakeAll()
  }

  /// Lets another thread claim the cell, as the instance could not be made, and wakes those who wait.
  func giveUp(_ cell: Int) {
    unsafe words[cell].store(0, ordering: .sequentiallyConsistent)
    WaitingRoom.shared.wakeAll()
  }

  /// What came of waiting for an instance that another thread makes.
  enum Waited<Value> {
    case made(Box<Value>)
    /// The other thread has given up.
    case givenUp
    /// Waiting would never end: this thread makes the instance itself, or the one that does waits for
    /// this thread.
    case deadlock
  }

  /// Waits until the thread that makes the instance has published it or given up.
  func waitForBox<Value>(at cell: Int, of type: Value.Type) -> Waited<Value> {
    guard let word = unsafe words.baseAddress.map({ unsafe UnsafePointer($0 + cell) }) else {
      return .givenUp
    }
    guard unsafe WaitingRoom.shared.wait(while: word, isMadeFor: Self.currentThread) else {
      return .deadlock
    }
    return unsafe box(at: cell, of: type).map { unsafe .made($0.takeUnretainedValue()) } ?? .givenUp
  }

  /// Puts a box back that was taken out of the cell, or one of the same instance. No thread waits
  /// for it, as no context reaches the cell.
  func restore(_ box: AnyObject, at cell: Int) {
    let word = unsafe UInt(bitPattern: Unmanaged.passRetained(box).toOpaque())
    unsafe words[cell].store(word, ordering: .releasing)
  }

  /// Empties the cell. The result carries the reference that the cell had.
  func take(_ cell: Int) -> AnyObject? {
    // Most cells of a large component may never have been used; looking is cheaper than exchanging.
    guard unsafe words[cell].load(ordering: .relaxed) != 0 else { return nil }
    let word = unsafe words[cell].exchange(0, ordering: .acquiringAndReleasing)
    guard word & 1 == 0, let pointer = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue()
  }

  /// The calling thread, or the one whose work it continues, told from a reference by its lowest bit.
  private static var currentThread: UInt {
    LogicalThread.current | 1
  }
}
