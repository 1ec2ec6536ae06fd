import CleanseFindingReports
import Synchronization

/// A progress line on a terminal, for long operations on many plugins.
final class ProgressLine: Sendable {
  private let context: CommandContext
  private let start = ContinuousClock.now
  private let shown = Mutex(false)

  /// The time before the line is first shown.
  private static let patience = Duration.seconds(1)

  init(on context: CommandContext) {
    self.context = context
  }

  /// Shows the number of probed plugins and the total.
  func show(_ done: Int, of count: Int) {
    guard context.errorTerminal.isTerminal, start.duration(to: .now) >= Self.patience else {
      return
    }
    shown.withLock { $0 = true }
    context.report("\rprobing plugins: \(done) of \(count)\u{1B}[K")
  }

  /// Erases the line, so that the result replaces it.
  func clear() {
    if shown.withLock({ $0 }) { context.report("\r\u{1B}[K") }
  }
}
