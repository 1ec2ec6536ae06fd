import Glibc

/// A random number generator that depends only on its seed, so that a failure can be reproduced.
///
/// It is SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
/// Tests rely on the sequence of a seed, so it must not change.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The initial seed.
  public let seed: UInt64
  private var state: UInt64

  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// Creates a generator with the seed of this run, and prints the seed.
  ///
  /// - Parameter test: The name that is printed with the seed.
  public static func announced(_ test: String = #function) -> SeededGenerator {
    SeededGenerator(seed: announcedSeed(for: test))
  }

  /// Prints and returns the seed of this run: the value of the environment variable `CLEANSE_TEST_SEED`, or a
  /// random number.
  ///
  /// A random seed has 32 bits, so that a test can count up from it without overflow.
  ///
  /// - Parameter test: The name that is printed with the seed.
  public static func announcedSeed(for test: String) -> UInt64 {
    let given = unsafe getenv("CLEANSE_TEST_SEED").flatMap { unsafe UInt64(String(cString: $0)) }
    let seed = given ?? UInt64.random(in: 0...UInt64(UInt32.max))
    print("\(test): CLEANSE_TEST_SEED=\(seed)")
    // The seed of a test that crashes has to be known.
    fflush(nil)
    return seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// Returns true with the given probability.
  public mutating func happens(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }
}
