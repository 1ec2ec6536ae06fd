import Foundation
import Testing

/// Runs the tests of a suite on threads of their own.
///
/// A test that waits for a program blocks its thread. The concurrency runtime has a thread for each core, so on two
/// cores, two waiting tests would keep all others from running.
struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      let start = ContinuousClock.now
      try await function()
      // The testing library also counts the time before a thread is free. For scripts/test.
      print("ran \((.now - start).formatted(.units(allowed: [.milliseconds]))) \(test.name)")
    }
  }
}

extension Trait where Self == BlockingTests {
  /// The tests wait for programs: see ``BlockingTests``.
  static var blocking: Self { Self() }
}

/// A fixed number of threads, which run the newest job first: the tests of a serialized suite arrive one after another,
/// and if each had to wait for all other tests, these would end long before the suite.
private final class BlockingExecutor: TaskExecutor, @unchecked Sendable {
  // Safety: the lock guards the jobs.

  /// As many as keep the cores busy while most of the tests wait.
  static let shared = BlockingExecutor(threads: 3 * ProcessInfo.processInfo.activeProcessorCount)

  private let lock = NSCondition()
  private var jobs: [UnownedJob] = []

  private init(threads: Int) {
    for _ in 0..<threads { Thread.detachNewThread { [self] in run() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lock.withLock { jobs.append(job) }
    lock.signal()
  }

  private func run() {
    while true {
      let job = lock.withLock {
        while jobs.isEmpty { lock.wait() }
        return jobs.removeLast()
      }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
