import Glibc

/// Random numbers that can be had again: SplitMix64 (Steele, Lea, Flood 2014).
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// Takes the seed from `CLEANSE_TEST_SEED`, or a new one, and prints it.
  init(test name: String) {
    let given = getenv("CLEANSE_TEST_SEED").flatMap { UInt64(String(cString: $0)) }
    self.init(seed: given ?? UInt64.random(in: 0...UInt64.max))
    print("\(name): CLEANSE_TEST_SEED=\(seed)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
