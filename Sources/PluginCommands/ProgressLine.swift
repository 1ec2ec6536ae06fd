import Synchronization

/// Tells on a terminal how far the host has come with many plugins, once that takes a while.
final class ProgressLine: Sendable {
  private let surroundings: Surroundings
  private let start = ContinuousClock.now
  private let shown = Mutex(false)

  /// How long nothing is told.
  private static let patience = Duration.seconds(1)

  init(on surroundings: Surroundings) {
    self.surroundings = surroundings
  }

  /// Tells how many plugins are done, and of how many.
  func show(_ done: Int, of count: Int) {
    guard surroundings.errorTerminal.isTerminal, start.duration(to: .now) >= Self.patience else {
      return
    }
    shown.withLock { $0 = true }
    surroundings.tell("\rprobing plugins: \(done) of \(count)\u{1B}[K")
  }

  /// Takes the line away, so that the result stands where it stood.
  func clear() {
    if shown.withLock({ $0 }) { surroundings.tell("\r\u{1B}[K") }
  }
}
