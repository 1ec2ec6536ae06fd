import CleanseSupport

/// When workers are replaced that use much memory.
///
/// The first one is replaced at once. If the next one also uses that much before it has served for a minute, the plugins may
/// need it, so it is replaced ever later: another process would not help.
struct GroupRecycling: Equatable, Sendable {
  private static let firstDelay: UInt64 = 10_000_000_000
  private static let longestDelay: UInt64 = 3_600_000_000_000
  /// A worker that has used less for so long is replaced at once.
  private static let stableTime: UInt64 = 60_000_000_000

  /// The memory above which a worker is replaced, in bytes; nil for none.
  let limit: UInt64?
  /// When the last one was; nil if none was.
  private(set) var last: UInt64?
  /// When the next one may be, at the earliest.
  private(set) var due: UInt64 = 0
  /// How many were in a row, without one that used less for long.
  private var attempts = 0

  init(limit: UInt64?) {
    self.limit = limit
  }

  /// Whether that is too much, in bytes.
  func isExceeded(by memory: UInt64) -> Bool { limit.map { memory > $0 } ?? false }

  /// A worker uses too much from now on.
  ///
  /// - Parameter time: For how long it has served before, in nanoseconds.
  mutating func exceed(after time: UInt64) {
    if time >= Self.stableTime { (attempts, due) = (0, 0) }
  }

  /// A worker is started to replace one.
  mutating func begin(at now: UInt64) {
    due = now + min(Self.firstDelay << UInt64(min(attempts, 16)), Self.longestDelay)
    attempts += 1
    last = now
  }

  /// New plugins serve: what was known of the ones before does not count.
  mutating func forgive() { (attempts, due) = (0, 0) }
}
