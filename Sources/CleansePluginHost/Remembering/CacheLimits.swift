/// How much a cache may hold.
struct CacheLimits: Sendable {
  /// How many entries there may be.
  let entries: Int
  /// How many bytes they may have together.
  let bytes: Int
  /// How many bytes one may have; a larger one is neither stored nor read.
  let entryBytes: Int

  /// Room for the plugins of several hosts; ten thousand bindings of one plugin are about 5 MB.
  static let standard = CacheLimits(entries: 8192, bytes: 256 << 20, entryBytes: 32 << 20)

  /// The share of what is allowed; more than 1 is too much.
  func share(ofEntries count: Int, bytes: Int) -> Double {
    max(Double(count) / Double(entries), Double(bytes) / Double(self.bytes))
  }
}

/// Says when it is time to look whether a cache holds too much.
///
/// Looking takes about 2 µs an entry, and so must not come with every write. Nobody counts what all
/// hosts write together, so each looks after it has written a small share of the limits itself, and
/// for the first time after a random part of that: of many hosts that each write one entry, every so
/// manieth looks. What is there may thus exceed the limits by that share.
struct CacheAllowance {
  private static let step = 1.0 / 64

  /// The share of the limits that may be written before the next look.
  private var rest = Double.random(in: 0..<step)

  /// Takes off what has been written.
  ///
  /// - Returns: Whether the caller has to look; nobody else has to for the time being.
  mutating func isSpent(by share: Double) -> Bool {
    rest -= share
    guard rest < 0 else { return false }
    rest = Self.step
    return true
  }

  /// Goes on after a look. Where there is room left, others may want half of it.
  mutating func renew(used: Double) {
    rest = max(Self.step, (1 - used) / 2)
  }
}
