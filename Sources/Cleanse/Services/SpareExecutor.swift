internal import CleanseSupport

/// Runs tasks on threads of its own, as many as they need, so that they go on while services block the threads that tasks share.
// Safety: the monitor guards the mutable state.
final class SpareExecutor: TaskExecutor, @unchecked Sendable {
  private let monitor = Monitor()
  private var queue: [UnownedJob] = []
  /// The number of threads that wait for a job.
  private var idleCount = 0

  /// How long a thread waits for another job.
  private static let patience = Duration.seconds(1)

  func enqueue(_ job: consuming ExecutorJob) {
    // The job can be that of the last task that holds this executor: it may have run before this function returns.
    let kept = unsafe Unmanaged.passRetained(self)
    defer { unsafe kept.release() }
    let job = UnownedJob(job)
    let isShort = monitor.withLock {
      queue.append(job)
      return queue.count > idleCount
    }
    monitor.wakeAll()
    if isShort, !startThread() { handOver() }
  }

  /// - Returns: Whether the system could create a thread.
  private func startThread() -> Bool {
    guard let thread = SystemThread.start({ self.work() }) else { return false }
    thread.detach()
    return true
  }

  /// Has a thread that all tasks share run the next job, as there can be none of its own.
  private func handOver() {
    guard let job = monitor.withLock({ queue.popLast() }) else { return }
    globalConcurrentExecutor.enqueue(ExecutorJob(job))
  }

  private func work() {
    while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Waits for the next job; nil if there is none for a while.
  private func next() -> UnownedJob? {
    let deadline = ContinuousClock.now + Self.patience
    return monitor.withLock { () -> UnownedJob? in
      idleCount += 1
      defer { idleCount -= 1 }
      while queue.isEmpty {
        guard case let rest = ContinuousClock.now.duration(to: deadline), rest > .zero else {
          return nil
        }
        monitor.wait(atMost: rest)
      }
      return queue.removeFirst()
    }
  }
}
