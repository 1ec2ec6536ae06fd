import Testing

/// Sends random events to applications with islands, whose workers do what they want.
@Suite("Random events of an application and its islands")
struct IslandPropertyTests {
  @Test("never break a rule: all of a set serves or nothing, and what has not changed goes on")
  func random() {
    IslandWorld.check(100_000, "events of islands")
  }
}
