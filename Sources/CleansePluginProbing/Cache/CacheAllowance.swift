import Synchronization

/// Decides when to check whether a cache exceeds its limits.
///
/// A check takes about 2 µs an entry, so it must not follow every write. No host counts what all hosts
/// write together. Each host checks after it has written a small share of the limits itself, and for the
/// first time after a random part of that share: of many hosts that each write one entry, one in so
/// many checks. The contents may thus exceed the limits by that share.
struct CacheAllowance: ~Copyable, Sendable {
  /// Shares are stored as whole numbers; this is the share of 1.
  private static let scale = Double(1 << 40)
  private static let step = 1.0 / 64

  /// The share that may be written before the next check.
  private let rest = Atomic(Int(Double.random(in: 0..<step) * scale))

  /// Subtracts the share that has been written.
  ///
  /// - Returns: Whether the caller has to check; of several threads, exactly one has to.
  func isSpent(by share: Double) -> Bool {
    let share = Int(share * Self.scale)
    let left = rest.subtract(share, ordering: .relaxed).newValue
    return left < 0 && left + share >= 0
  }

  /// Resets the allowance after a check. Other hosts may need half of the remaining room.
  func renew(used: Double) {
    rest.store(Int(max(Self.step, (1 - used) / 2) * Self.scale), ordering: .relaxed)
  }
}
