internal import CleanseSupport
import Synchronization

/// Runs the jobs of an actor, and actions at given times, on a thread of its own.
///
/// Services that block the threads of the concurrency runtime thus don't delay deadlines.
// Safety: the monitor guards the mutable state; the identity of the thread is atomic.
final class ServiceExecutor: SerialExecutor, @unchecked Sendable {
  private enum Work {
    case job(UnownedJob)
    case action(@Sendable () -> Void)
  }

  private struct Timer {
    let due: ContinuousClock.Instant
    let action: @Sendable () -> Void
  }

  private let monitor = Monitor()
  private var queue: [Work] = []
  /// In the order in which they are due.
  private var timers: [Timer] = []
  private var isEnded = false
  /// The identity of the thread, or zero before it runs.
  private let thread = Atomic<UInt>(0)

  /// Starts the thread; nil if the system can't create one.
  static func start() -> ServiceExecutor? {
    let executor = ServiceExecutor()
    guard let thread = SystemThread.start({ executor.work() }) else { return nil }
    thread.detach()
    return executor
  }

  private init() {}

  func enqueue(_ job: consuming ExecutorJob) {
    // The job can be the last holder of the actor, and so of this executor: it may have run before this function returns.
    let kept = unsafe Unmanaged.passRetained(self)
    defer { unsafe kept.release() }
    add(.job(UnownedJob(job)))
  }

  /// Calls the action on the thread, after everything that is queued.
  func perform(_ action: @escaping @Sendable () -> Void) {
    add(.action(action))
  }

  private func add(_ work: Work) {
    monitor.withLock { queue.append(work) }
    monitor.wakeAll()
  }

  /// Calls the action on the thread after the delay.
  func perform(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
    let timer = Timer(due: .now + delay, action: action)
    monitor.withLock {
      let position = timers.firstIndex { $0.due > timer.due } ?? timers.count
      timers.insert(timer, at: position)
    }
    monitor.wakeAll()
  }

  /// Ends the thread when its queue is empty. Timers that are not due yet are dropped.
  func end() {
    monitor.withLock { isEnded = true }
    monitor.wakeAll()
  }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "the caller runs on another thread")
  }

  func isIsolatingCurrentContext() -> Bool? {
    thread.load(ordering: .relaxed) == CurrentThread.identity
  }

  private func work() {
    thread.store(CurrentThread.identity, ordering: .relaxed)
    while let work = next() {
      switch work {
      case .job(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
      case .action(let action): action()
      }
    }
  }

  /// Waits for the next work; nil at the end.
  private func next() -> Work? {
    monitor.withLock { () -> Work? in
      while true {
        // First what has happened: it may be in time although the thread is late.
        guard queue.isEmpty else { return queue.removeFirst() }
        if let timer = timers.first, timer.due <= .now {
          timers.removeFirst()
          return .action(timer.action)
        }
        if isEnded { return nil }
        if let timer = timers.first {
          monitor.wait(atMost: ContinuousClock.now.duration(to: timer.due))
        } else {
          monitor.wait()
        }
      }
    }
  }
}
