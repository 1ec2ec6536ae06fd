import Synchronization

/// Tells on a terminal how far the host has come with many plugins, once that takes a while.
final class ProgressLine: Sendable {
  private let context: CommandContext
  private let start = ContinuousClock.now
  private let shown = Mutex(false)

  /// How long nothing is told.
  private static let patience = Duration.seconds(1)

  init(on context: CommandContext) {
    self.context = context
  }

  /// Tells how many plugins are done, and of how many.
  func show(_ done: Int, of count: Int) {
    guard context.errorTerminal.isTerminal, start.duration(to: .now) >= Self.patience else {
      return
    }
    shown.withLock { $0 = true }
    context.tell("\rprobing plugins: \(done) of \(count)\u{1B}[K")
  }

  /// Takes the line away, so that the result stands where it stood.
  func clear() {
    if shown.withLock({ $0 }) { context.tell("\r\u{1B}[K") }
  }
}
