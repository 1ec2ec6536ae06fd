import Synchronization

/// Memory for the latest events of all threads. A thread reserves a slot and fills it, without a lock.
// Safety: a slot is written by the thread that has reserved it, and read by others only after its label was stored.
@safe final class TraceBuffer: @unchecked Sendable {
  /// An event. The label is stored last.
  private struct Slot: ~Copyable {
    var start: UInt64 = 0
    var end: UInt64 = 0
    var thread: UInt = 0
    /// The number of the label, counted from one; zero while the slot is being filled.
    let label = Atomic<Int>(0)
  }

  /// The number of events that fit.
  static let capacity = 4096

  private let slots: UnsafeMutableBufferPointer<Slot>
  private let reserved = Atomic<Int>(0)

  init() {
    unsafe slots = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity { unsafe slots.initializeElement(at: index, to: Slot()) }
  }

  deinit {
    unsafe slots.deinitialize()
    unsafe slots.deallocate()
  }

  /// The number of slots that have been reserved.
  var count: Int { min(reserved.load(ordering: .acquiring), Self.capacity) }

  var isFull: Bool { count == Self.capacity }

  /// Adds an event.
  ///
  /// - Parameter label: The number of the label, counted from zero.
  /// - Returns: Whether there was room.
  @inline(__always)
  func add(_ label: Int, from start: UInt64, to end: UInt64, on thread: UInt) -> Bool {
    let index = reserved.add(1, ordering: .acquiringAndReleasing).oldValue
    guard index < Self.capacity else { return false }
    unsafe slots[index].start = start
    unsafe slots[index].end = end
    unsafe slots[index].thread = thread
    unsafe slots[index].label.store(label + 1, ordering: .releasing)
    return true
  }

  /// Reads the events from an index on, up to the first that is being filled.
  ///
  /// - Parameter waits: Whether to wait for those that are being filled.
  /// - Returns: The index after the last event that was read.
  func read(
    from first: Int, waiting waits: Bool,
    _ body: (_ label: Int, _ start: UInt64, _ end: UInt64, _ thread: UInt) -> Void
  ) -> Int {
    for index in first..<max(first, count) {
      while unsafe slots[index].label.load(ordering: .acquiring) == 0 {
        guard waits else { return index }
        sched_yield()
      }
      let label = unsafe slots[index].label.load(ordering: .acquiring) - 1
      unsafe body(label, slots[index].start, slots[index].end, slots[index].thread)
    }
    return max(first, count)
  }

  /// Makes room for new events in a full buffer, all of whose events have been read.
  func removeAll() {
    for index in 0..<Self.capacity { unsafe slots[index].label.store(0, ordering: .relaxed) }
    reserved.store(0, ordering: .releasing)
  }
}
