import Glibc
import Synchronization

/// Where threads wait for an instance that another thread is making.
///
/// One for the process: it is entered only when two threads ask for the same new instance at the
/// same moment, and nothing runs while its lock is held.
final class WaitingRoom: @unchecked Sendable {
  // Safety: the pointers never change, and what they point to is made for sharing.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let waiting = Atomic<Int>(0)

  static let shared = WaitingRoom()

  private init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  /// Waits until the condition holds; it is looked at anew whenever ``wakeAll()`` was called.
  func wait(until isOver: () -> Bool) {
    pthread_mutex_lock(mutex)
    // Counted before looking, as the other side publishes before counting: one of the two sees.
    waiting.add(1, ordering: .sequentiallyConsistent)
    while !isOver() {
      pthread_cond_wait(condition, mutex)
    }
    waiting.subtract(1, ordering: .sequentiallyConsistent)
    pthread_mutex_unlock(mutex)
  }

  func wakeAll() {
    guard waiting.load(ordering: .sequentiallyConsistent) > 0 else { return }
    pthread_mutex_lock(mutex)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }
}
