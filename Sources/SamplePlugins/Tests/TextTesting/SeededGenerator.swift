import Glibc

/// Random numbers that can be had again: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  /// A generator with a new seed, or with that of the environment variable `CLEANSE_TEST_SEED`.
  ///
  /// - Parameter test: Printed with the seed, so that a failure can be repeated.
  public static func forTest(_ test: String = #function) -> SeededGenerator {
    let given = getenv("CLEANSE_TEST_SEED").flatMap { UInt64(String(cString: $0)) }
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("\(test): CLEANSE_TEST_SEED=\(seed)")
    return SeededGenerator(seed: seed)
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A text that is made of the parts, picked at random.
  public mutating func text(of parts: [String], count: Int) -> String {
    (0..<count).map { _ in parts.randomElement(using: &self) ?? "" }.joined()
  }
}
