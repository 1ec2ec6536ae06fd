/// The delay before a worker that has ended by itself is started again.
struct RestartDelay: Equatable, Sendable {
  private static let first: UInt64 = 100_000_000
  private static let longest: UInt64 = 30_000_000_000
  /// A worker that has served for so long is started again at once.
  private static let stableTime: UInt64 = 10_000_000_000

  private var attempts = 0
  private var readySince: UInt64?

  /// A worker has become ready, maybe in the place of one that serves.
  mutating func started(at now: UInt64) {
    forgive(at: now)
    readySince = now
  }

  /// The delay in nanoseconds: none at first, then one that doubles.
  mutating func next(at now: UInt64) -> UInt64 {
    forgive(at: now)
    readySince = nil
    defer { attempts += 1 }
    return attempts == 0 ? 0 : min(Self.first << UInt64(min(attempts - 1, 16)), Self.longest)
  }

  /// Begins again if the worker that was ready last has served for long.
  private mutating func forgive(at now: UInt64) {
    if let since = readySince, now - since > Self.stableTime { attempts = 0 }
  }
}
