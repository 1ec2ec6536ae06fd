internal import CleanseSupport
import Synchronization

/// The monitor in which threads wait for an instance that another thread is making.
///
/// There is one for the process. It is entered only when two threads request the same new instance at the same
/// time, and no user code runs while its lock is held.
@safe final class WaitingRoom: @unchecked Sendable {
  // Safety: mutable state is atomic or guarded by the monitor.
  private let monitor = Monitor()
  private let waiting = Atomic<Int>(0)
  /// The cell that each waiting thread waits for, by the thread's word; guarded by the monitor.
  private var awaited: [UInt: UnsafePointer<Atomic<UInt>>] = unsafe [:]

  static let shared = WaitingRoom()

  private init() {}

  /// Waits until no thread makes the instance of the cell any more.
  ///
  /// All edges between threads are added while the lock is held, with one exception: a running thread may
  /// claim a cell that others still wait for, after its owner gave it up. The words are read again at each
  /// check, so such a claim counts immediately, and a finished wait no longer counts even if the waiting
  /// thread has yet to wake up. Therefore the thread whose wait closes a cycle always detects it. Only that
  /// thread is refused, and the cells that it then gives up let the others continue.
  ///
  /// - Parameters:
  ///   - word: The cell's word: a thread's identity with the lowest bit set while that thread makes the
  ///     instance. It has to stay valid until the call returns.
  ///   - thread: The calling thread's word. At most one call for each word may run at a time.
  /// - Returns: False if waiting would never end, because the thread that makes the instance waits, directly or
  ///   through others, for the calling thread.
  func wait(while word: UnsafePointer<Atomic<UInt>>, isMadeFor thread: UInt) -> Bool {
    monitor.withLock {
      // The count is raised before the word is read, and the other side publishes before it reads the
      // count: one of the two sees the other.
      waiting.add(1, ordering: .sequentiallyConsistent)
      defer { waiting.subtract(1, ordering: .sequentiallyConsistent) }
      unsafe awaited[thread] = unsafe word
      defer { unsafe awaited[thread] = nil }
      while true {
        var owner = unsafe word.pointee.load(ordering: .sequentiallyConsistent)
        guard owner & 1 == 1 else { return true }
        // The chain is no longer than the number of waiting threads, as each waits for one cell.
        for _ in unsafe 0...awaited.count {
          guard owner != thread else { return false }
          guard let next = unsafe awaited[owner] else { break }
          let nextOwner = unsafe next.pointee.load(ordering: .sequentiallyConsistent)
          guard nextOwner & 1 == 1 else { break }
          owner = nextOwner
        }
        monitor.wait()
      }
    }
  }

  func wakeAll() {
    guard waiting.load(ordering: .sequentiallyConsistent) > 0 else { return }
    monitor.wakeAll()
  }
}
