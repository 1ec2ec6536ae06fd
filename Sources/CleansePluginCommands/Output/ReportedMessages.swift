import CleanseSupport

/// The messages of a command that are reported once, however often the command gets to them.
final class ReportedMessages: Sendable {
  private let messages = TrackedMutex<Set<String>>([])

  /// Whether the message has not been reported before; from now on, it counts as reported.
  func isNew(_ message: String) -> Bool {
    messages.withLock { $0.insert(message).inserted }
  }
}
