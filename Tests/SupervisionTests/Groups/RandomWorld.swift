import CleanseTestSupport
import Glibc
import Testing

/// What random events happen to, with rules that they must not break.
protocol RandomWorld {
  /// The number of events that have happened.
  var count: Int { get }
  /// The rules that they have broken.
  var problems: [String] { get }
  /// The last events, as text.
  var lastEvents: String { get }

  init(seed: UInt64)

  /// Lets events happen until the end, or until one breaks a rule.
  mutating func run()
}

extension RandomWorld {
  /// Lets events happen in worlds with different seeds, until one of them breaks a rule.
  ///
  /// - Parameters:
  ///   - standard: How many events; `CLEANSE_EVENT_COUNT` sets another number.
  ///   - subject: What the seed is of, which `CLEANSE_TEST_SEED` sets.
  static func check(_ standard: Int, _ subject: String) {
    let most = getenv("CLEANSE_EVENT_COUNT").flatMap { Int(String(cString: $0)) } ?? standard
    var (seed, count) = (SeededGenerator.announcedSeed(for: subject), 0)
    while count < most {
      var world = Self(seed: seed)
      world.run()
      count += world.count
      guard world.problems.isEmpty else {
        Issue.record(
          """
          CLEANSE_TEST_SEED=\(seed)
          \(world.problems.joined(separator: "\n"))
          \(world.lastEvents)
          """)
        return
      }
      seed += 1
    }
  }
}
