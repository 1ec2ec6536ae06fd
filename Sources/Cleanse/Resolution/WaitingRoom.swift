internal import CleanseSupport
import Synchronization

/// Where threads wait for an instance that another thread is making.
///
/// One for the process: it is entered only when two threads ask for the same new instance at the
/// same moment, and nothing runs while its lock is held.
@safe final class WaitingRoom: @unchecked Sendable {
  // Safety: what changes is an atomic, or guarded by the monitor.
  private let monitor = Monitor()
  private let waiting = Atomic<Int>(0)
  /// The cell that each waiting thread waits for, by the thread's word; guarded by the monitor.
  private var awaited: [UInt: UnsafePointer<Atomic<UInt>>] = unsafe [:]

  static let shared = WaitingRoom()

  private init() {}

  /// Waits until no thread makes the instance of the cell any more.
  ///
  /// All edges between threads are added with the lock held, except that a running thread may claim a
  /// cell that others still wait for, as its maker gave up. The words are read again at each check, so
  /// such a claim counts at once, and a wait that is over no longer counts though the thread that
  /// waited has yet to wake up. The thread whose wait closes a cycle therefore always finds it; only
  /// this one is refused, and what it then gives up lets the others go on.
  ///
  /// - Parameters:
  ///   - word: The cell's word: a thread's identity with the lowest bit set while that thread makes
  ///     the instance. It stays valid until the call returns.
  ///   - thread: The calling thread's word. At most one call for each is under way at any time.
  /// - Returns: False when waiting would never end, as the thread that makes the instance waits,
  ///   maybe through others, for the calling thread.
  func wait(while word: UnsafePointer<Atomic<UInt>>, isMadeFor thread: UInt) -> Bool {
    monitor.withLock {
      // Counted before looking, as the other side publishes before counting: one of the two sees.
      waiting.add(1, ordering: .sequentiallyConsistent)
      defer { waiting.subtract(1, ordering: .sequentiallyConsistent) }
      unsafe awaited[thread] = unsafe word
      defer { unsafe awaited[thread] = nil }
      while true {
        var maker = unsafe word.pointee.load(ordering: .sequentiallyConsistent)
        guard maker & 1 == 1 else { return true }
        // No longer than the number of those who wait, as each has one cell to wait for.
        for _ in unsafe 0...awaited.count {
          guard maker != thread else { return false }
          guard let next = unsafe awaited[maker] else { break }
          let nextMaker = unsafe next.pointee.load(ordering: .sequentiallyConsistent)
          guard nextMaker & 1 == 1 else { break }
          maker = nextMaker
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
