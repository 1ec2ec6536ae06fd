import CleansePluginMetadata
@testable import CleanseSupervision
import Testing

/// Code of plugins can write to the connection of its process, and so report what it wants.
@Suite("Reports of islands")
struct IslandReportTests {
  private static let found: [WorkerReport] = [
    .island(WorkerIsland(name: "x", plugins: ["x"], digest: "1"), description: "text"), .divided,
  ]

  /// The effects of reports about islands, after others.
  private func effects(
    after earlier: [WorkerReport] = [], hasIslands: Bool = true, isIsland: Bool = false
  ) -> [GroupEffect] {
    var state = GroupState(
      readyDeadline: .seconds(60), stopDeadline: .seconds(30), isIsland: isIsland,
      hasIslands: hasIslands)
    var effects: [GroupEffect] = []
    func send(_ event: GroupEvent) {
      let result = state.applying(event, at: 1_000_000_000)
      state = result.state
      effects += result.effects
    }
    send(isIsland ? .offered(SetNumber(rawValue: 1)) : .time)
    for report in earlier { send(.reported(WorkerNumber(rawValue: 1), report)) }
    effects = []
    for report in Self.found { send(.reported(WorkerNumber(rawValue: 1), report)) }
    return effects.filter { effect in
      switch effect {
      case .describe, .startIslands: true
      default: false
      }
    }
  }

  @Test("before plugins are loaded describe and start them")
  func expected() {
    #expect(effects().count == 2)
  }

  // A plugin could have a process started that used files and permissions of its choice.
  @Test("have no effect if islands don't run apart")
  func unexpected() {
    #expect(effects(hasIslands: false).isEmpty)
  }

  // So it could if it reported them between being loaded and the start of services.
  @Test("have no effect once plugins may run")
  func late() {
    #expect(effects(after: [.loading(at: 1)]).isEmpty)
    #expect(effects(after: Self.found + [.loading(at: 1)]).isEmpty)
  }

  @Test("of an island have no effect")
  func ofIsland() {
    #expect(effects(hasIslands: false, isIsland: true).isEmpty)
  }

  @Test("that another program hands over keep their limits, and are all replaced")
  func handedOver() {
    var limits = IslandLimits()
    limits.memory = 64 << 20
    let island = WorkerIsland(name: "a", plugins: ["p"], limits: limits, digest: "1")
    let islands = IslandStarts(taking: .init(set: SetNumber(rawValue: 1), islands: [island]))
    #expect(islands.serving?.islands.first?.limits == limits)
    #expect(islands.serving?.islands.first?.digest.isEmpty == true)
  }
}
