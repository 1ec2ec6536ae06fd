import Glibc

/// A generator whose numbers follow from a seed (SplitMix64: Steele, Lea and Flood, "Fast
/// Splittable Pseudorandom Number Generators", 2014), so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// Takes the seed from `CLEANSE_TEST_SEED`, or a new one, and prints it.
  static func announced(_ test: String) -> SeededGenerator {
    let given = getenv("CLEANSE_TEST_SEED").flatMap { UInt64(String(cString: $0)) }
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("\(test): CLEANSE_TEST_SEED=\(seed)")
    return SeededGenerator(seed: seed)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
