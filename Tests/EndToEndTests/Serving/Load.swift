import Foundation

/// Repeats a request on another thread, as fast as it is answered.
final class Load: @unchecked Sendable {
  // Safety: the lock guards the mutable state.
  private let lock = NSCondition()
  private var answers: [String] = []
  private var isEnded = false
  private var hasEnded = false

  init(_ request: @escaping @Sendable () throws -> String) {
    Thread.detachNewThread { [self] in
      while !lock.withLock({ isEnded }) {
        let answer = (try? request()) ?? "an error"
        lock.withLock { answers.append(answer) }
      }
      lock.withLock { hasEnded = true }
      lock.broadcast()
    }
  }

  /// Ends the load.
  ///
  /// - Returns: All answers.
  func end() -> [String] {
    lock.withLock { isEnded = true }
    return lock.withLock {
      while !hasEnded { lock.wait() }
      return answers
    }
  }
}
