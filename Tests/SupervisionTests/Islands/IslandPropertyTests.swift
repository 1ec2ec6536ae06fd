import CleanseTestSupport
import Glibc
@testable import CleanseSupervision
import Testing

/// Sends random events to applications with islands, whose workers do what they want.
@Suite("Random events of an application and its islands")
struct IslandPropertyTests {
  /// How many events are sent; `CLEANSE_EVENT_COUNT` sets another number.
  private static let count =
    getenv("CLEANSE_EVENT_COUNT").flatMap { Int(String(cString: $0)) } ?? 100_000

  @Test("never break a rule: all of a set serves or nothing, and what has not changed goes on")
  func random() throws {
    let first = SeededGenerator.announcedSeed(for: "events of islands")
    var (seed, count) = (first, 0)
    while count < Self.count {
      var world = IslandWorld(seed: seed)
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
