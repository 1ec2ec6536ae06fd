import Synchronization

extension Array where Element: Sendable {
  /// Returns the transformed elements in order. Up to one thread per processor calls `transform`.
  ///
  /// The calling thread only waits for several others: in a process that was forked, a `Mutex` that it shares with them does not
  /// work, as the standard library still has its number in the original process then, and ends the process.
  ///
  /// All threads have ended when the function returns.
  package func parallelMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    // Starting a thread costs as much as transforming several elements.
    let threads = Swift.min(SystemThread.processors, 8, count / 16)
    guard threads > 1 else { return map(transform) }
    let work = ParallelWork(self, transform)
    let helpers = (0..<threads).compactMap { _ in SystemThread.start(work.run) }
    for helper in helpers { helper.join() }
    // The rest, if no thread could be started.
    work.run()
    return work.results
  }
}

/// A queue of elements that several threads process in chunks.
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

  /// Processes chunks until the queue is empty.
  func run() {
    while case let start = next.add(chunk, ordering: .relaxed).oldValue, start < elements.count {
      let results = elements[start...].prefix(chunk).map(transform)
      done.withLock { $0[start] = results }
    }
  }

  /// The results in order. Valid once all threads have ended.
  var results: [Result] {
    done.withLock { done in
      stride(from: 0, to: elements.count, by: chunk).flatMap { done[$0] ?? [] }
    }
  }
}
