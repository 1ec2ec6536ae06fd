import Synchronization

extension Array where Element: Sendable {
  /// The results for all elements in their order, found out on as many threads as there are
  /// processors, of which the calling one is one.
  ///
  /// All threads have ended when it returns.
  package func parallelMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    // Starting a thread takes as long as some elements do.
    let threads = Swift.min(SystemThread.processors, 8, count / 16)
    guard threads > 1 else { return map(transform) }
    let work = ParallelWork(self, transform)
    let helpers = (1..<threads).compactMap { _ in SystemThread.start(work.run) }
    work.run()
    for helper in helpers { helper.join() }
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

  /// All results, once all threads have ended.
  var results: [Result] {
    done.withLock { done in
      stride(from: 0, to: elements.count, by: chunk).flatMap { done[$0] ?? [] }
    }
  }
}
