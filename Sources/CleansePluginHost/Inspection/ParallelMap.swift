import Cleanse
import Glibc
import Synchronization

extension Array where Element: Sendable {
  /// The results for all elements in their order, found out on as many threads as there are
  /// processors, of which the calling one is one.
  ///
  /// All threads have ended when it returns.
  func parallelMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let processors = Int(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    // Starting a thread takes as long as some elements do.
    let threads = Swift.min(processors, 8, count / 16)
    guard threads > 1 else { return map(transform) }
    let work = ParallelWork(self, transform)
    let helpers = (1..<threads).compactMap { _ in work.start() }
    work.run()
    for helper in helpers { pthread_join(helper, nil) }
    return work.results
  }
}

/// Elements that several threads take, some at a time, until there are none.
private final class ParallelWork<Element: Sendable, Result: Sendable>: Sendable {
  private let elements: [Element]
  private let transform: @Sendable (Element) -> Result
  private let next = Atomic<Int>(0)
  private let done = TrackedMutex<[Int: [Result]]>([:])
  private let chunk = 8

  init(_ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result) {
    self.elements = elements
    self.transform = transform
  }

  /// Takes elements until there are none.
  func run() {
    while case let start = next.add(chunk, ordering: .relaxed).oldValue, start < elements.count {
      let results = elements[start...].prefix(chunk).map(transform)
      done.withLock { $0[start] = results }
    }
  }

  /// A new thread that does the same; nothing when there can't be one.
  func start() -> pthread_t? {
    var thread = pthread_t()
    let work = unsafe Unmanaged.passRetained(ThreadBody(run))
    let status = unsafe pthread_create(
      &thread, nil,
      { body in
        if let body = unsafe body {
          unsafe Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().call()
        }
        return nil
      }, unsafe work.toOpaque())
    guard status == 0 else {
      unsafe work.release()
      return nil
    }
    return thread
  }

  /// All results, once all threads have ended.
  var results: [Result] {
    done.withLock { done in
      stride(from: 0, to: elements.count, by: chunk).flatMap { done[$0] ?? [] }
    }
  }
}

/// What a thread is started for. A function of C can't be generic, so it gets this.
private final class ThreadBody: Sendable {
  let call: @Sendable () -> Void

  init(_ call: @escaping @Sendable () -> Void) {
    self.call = call
  }
}
