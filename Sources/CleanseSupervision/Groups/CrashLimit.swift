import CleanseProcesses

/// How often something may happen within a time.
package struct CrashLimit: Equatable, Sendable {
  /// The number that is too many, at least 1.
  package var count: Int
  /// The time in which they are counted.
  package var time: Duration

  package init(count: Int = 3, within time: Duration = .seconds(60)) {
    (self.count, self.time) = (count, time)
  }

  /// Adds a time to the last ones.
  ///
  /// - Returns: Whether that is too many.
  func isExceeded(by times: inout [UInt64], at now: UInt64) -> Bool {
    times = times.suffix(count - 1) + [now]
    return times.count >= count && isRecent(times.first, at: now)
  }

  /// Whether a time still counts.
  func isRecent(_ time: UInt64?, at now: UInt64) -> Bool {
    time.map { now - $0 <= self.time.nanoseconds } ?? false
  }
}
