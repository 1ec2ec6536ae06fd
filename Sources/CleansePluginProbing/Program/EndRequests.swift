import Glibc

/// Decides when a program has ignored for too long that a user or a supervisor wants to end it.
///
/// A command may handle SIGINT and SIGTERM. A user who presses Ctrl-C again and again, and a supervisor that sends SIGTERM
/// and waits, mean it nevertheless.
struct EndRequests {
  /// The number of interrupts, and the time within which they have to come, in nanoseconds.
  private static let interruptCount = 3
  private static let interruptTime: UInt64 = 2_000_000_000
  /// The time that a program has to end after SIGTERM, in nanoseconds.
  private static let terminationTime: UInt64 = 10_000_000_000

  /// The times of the last interrupts.
  private var interrupts: [UInt64] = []
  /// When a program that has got SIGTERM is ended; nil if it has not got it.
  private(set) var due: UInt64?

  /// Records a signal that was sent to the program.
  mutating func receive(_ signal: Int32, at now: UInt64) {
    switch signal {
    case SIGINT: interrupts = (interrupts + [now]).suffix(Self.interruptCount)
    case SIGTERM: due = due ?? now + Self.terminationTime
    default: break
    }
  }

  /// The signal that the program has ignored for too long; nil if it has not.
  func overdue(at now: UInt64) -> Int32? {
    if let due, now >= due { return SIGTERM }
    guard interrupts.count == Self.interruptCount, let first = interrupts.first,
      let last = interrupts.last, last - first <= Self.interruptTime
    else { return nil }
    return SIGINT
  }
}
