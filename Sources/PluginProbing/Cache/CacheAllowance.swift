import Synchronization

/// Says when it is time to look whether a cache holds too much.
///
/// Looking takes about 2 µs an entry, and so must not come with every write. Nobody counts what all
/// hosts write together, so each looks after it has written a small share of the limits itself, and
/// for the first time after a random part of that: of many hosts that each write one entry, one in so
/// many looks. What is there may thus exceed the limits by that share.
struct CacheAllowance: ~Copyable, Sendable {
  /// Shares are counted in whole numbers, of this many in one.
  private static let scale = Double(1 << 40)
  private static let step = 1.0 / 64

  /// What may be written before the next look.
  private let rest = Atomic(Int(Double.random(in: 0..<step) * scale))

  /// Takes off what has been written.
  ///
  /// - Returns: Whether the caller has to look; of several threads, one has to.
  func isSpent(by share: Double) -> Bool {
    let share = Int(share * Self.scale)
    let left = rest.subtract(share, ordering: .relaxed).newValue
    return left < 0 && left + share >= 0
  }

  /// Goes on after a look. Where there is room left, others may want half of it.
  func renew(used: Double) {
    rest.store(Int(max(Self.step, (1 - used) / 2) * Self.scale), ordering: .relaxed)
  }
}
