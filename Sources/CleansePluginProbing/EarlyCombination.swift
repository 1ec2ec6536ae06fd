import CleansePluginFiles
import CleanseSupport

/// What the cache has of plugins together, which another thread decodes while this one looks up each of them alone. Either
/// takes about as long for hundreds of plugins.
package final class EarlyCombination: Sendable {
  private struct Found: Sendable {
    let payload: [UInt8]
    let combination: ProbedCombination
  }

  /// What the thread returns.
  private final class Answer: Sendable {
    let found = TrackedMutex<Found?>(nil)
  }

  /// The thread, until it has ended.
  private let thread: TrackedMutex<SystemThread?>
  private let answer: Answer

  /// Starts to decode.
  ///
  /// - Parameters:
  ///   - plugins: Those that are probably used together.
  ///   - cached: The outcomes of earlier runs.
  init(of plugins: [PluginInspection], in cached: CachedOutcomes) {
    let answer = Answer()
    self.answer = answer
    thread = TrackedMutex(
      SystemThread.start {
        var cached = cached
        guard let key = cached.key(.combine, plugins), let outcome = cached.outcome(for: key),
          let combination = ProbedCombination(bytes: outcome.payload)
        else { return }
        answer.found.withLock { $0 = Found(payload: outcome.payload, combination: combination) }
      })
  }

  deinit { wait() }

  /// The decoded combination, if this is what it was decoded from.
  func combination(of payload: [UInt8]) -> ProbedCombination? {
    wait()
    return answer.found.withLock { $0.flatMap { $0.payload == payload ? $0.combination : nil } }
  }

  private func wait() {
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
  }
}
