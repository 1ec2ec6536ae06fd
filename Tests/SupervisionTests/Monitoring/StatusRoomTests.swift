import CleanseProcesses
@testable import CleanseSupervision
import Testing

@Suite("The room of a status")
struct StatusRoomTests {
  /// The steps of a worker whose plugins report as much as is kept.
  private static var reports: [Scenario.Step] {
    let name = String(repeating: "\u{1}", count: 990)
    let others = (0..<10).map { "\(name)\($0)" }
    return Scenario.serving
      + (0..<1000).map { .report(1, .waits(service: "\(name)\($0)", for: others)) }
      + [.report(1, .checked((0..<1000).map { HealthResult(name: "\(name)\($0)", error: name) }))]
  }

  private func status(of steps: [Scenario.Step], in room: StatusRoom = StatusRoom())
    -> SupervisorStatus
  {
    var scenario = Scenario()
    scenario.send(steps)
    return SupervisorStatus(of: scenario.state, process: 1, at: scenario.now, within: room)
  }

  // The status had 60 MB, and no probe of any island was answered any more.
  @Test("bounds what the plugins of one group can add, and says so")
  func hostile() {
    let whole = status(of: Self.reports)
    #expect(MessageStream.bytes(of: whole).count < 3 << 20)
    #expect(whole.problems == ["the status has only a part of what the services report"])
    #expect(!whole.isHealthy)
    let shared = status(of: Self.reports, in: StatusRoom(sharedBy: 100))
    #expect(MessageStream.bytes(of: shared).count < 50_000)
    #expect(!shared.isHealthy)
  }

  @Test("leaves the failure of a health check that does not fit")
  func health() {
    let passing = HealthResult(name: String(repeating: "a", count: 900), error: nil)
    let results = Array(repeating: passing, count: 30) + [.init(name: "last", error: "fails")]
    let cut = status(
      of: Scenario.serving + [.report(1, .checked(results))], in: StatusRoom(sharedBy: 100))
    #expect(cut.health.count < 30 && !cut.isHealthy)
    #expect(status(of: Scenario.serving + [.report(1, .checked(results))]).health.count == 31)
  }

  @Test("is enough for what services report")
  func enough() {
    let steps: [Scenario.Step] = (0..<300).map {
      .report(1, .waits(service: "Server \($0) of a long name", for: ["Store", "Log"]))
    }
    let whole = status(of: Scenario.serving + steps)
    #expect(whole.worker?.services.count == 300 && whole.problems == nil)
  }
}
