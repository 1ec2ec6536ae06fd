import FoundationEssentials

/// Random numbers that a seed decides: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// The seed of a run: `CLEANSE_TEST_SEED`, or another one each time. It is printed, so that a
  /// failure can be had again.
  static func announcedSeed(for test: String) -> UInt64 {
    let given = ProcessInfo.processInfo.environment["CLEANSE_TEST_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0...UInt64(UInt32.max))
    print("\(test): CLEANSE_TEST_SEED=\(seed)")
    return seed
  }
}
