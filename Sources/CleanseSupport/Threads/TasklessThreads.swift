/// The threads that run functions of services in C, which may block: no task waits for one of these threads.
package enum TasklessThreads {
  private static let running = TrackedMutex<Set<Int32>>([])

  /// The IDs of those that run now.
  package static var all: Set<Int32> { running.withLock { $0 } }

  /// Calls the function on this thread, which is among them until that returns.
  package static func run<Result>(_ body: () -> Result) -> Result {
    guard let thread = current else { return body() }
    running.withLock { _ = $0.insert(thread) }
    defer { running.withLock { _ = $0.remove(thread) } }
    return body()
  }

  /// The ID of this thread, by which the system lists it; nil without `/proc`.
  private static var current: Int32? {
    // `PROCESS/task/THREAD`. (proc(5).)
    SystemPath.target(ofLink: FilePath("/proc/thread-self")).flatMap { Int32($0.name.text) }
  }
}
