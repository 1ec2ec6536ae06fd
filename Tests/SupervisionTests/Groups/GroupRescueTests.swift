import CleanseSupport
import Glibc
@testable import CleanseSupervision
import Testing

/// Nothing served until the reload had ended: connections waited as long as `--ready-time`.
@Suite("A reload in progress while no worker serves")
struct GroupRescueTests {
  /// A reload is in progress, and the worker that served has crashed.
  private static let lost: [Scenario.Step] =
    Scenario.reloading + [.ended(1, .killed(signal: SIGSEGV), hasCrash: true)]

  @Test("the plugins that served before are started at once, and serve until it has ended")
  func crash() {
    var scenario = Scenario()
    let effects = scenario.send(Self.lost)
    #expect(effects.contains(.fork(3)))
    #expect(scenario.state.workers[3]?.isSetNew == false)
    #expect(scenario.state.workers[3]?.set == scenario.state.sets.served?.number)
    scenario.send([.forked(3), .report(3, .ready)])
    // It needs no trial, as there is nothing to lose.
    let start = GroupState.Start(worker: 2, isReload: true, requests: [7])
    #expect(scenario.state.phase == .reloading(3, start))
    // The reload goes on.
    scenario.send([.report(2, .ready)])
    let answer = GroupEffect.answer(7, SupervisorStatus.Reload(failing: nil))
    #expect(scenario.send([.time(after: 250)]).contains(answer))
    #expect(scenario.state.phase == .serving(2))
    #expect(scenario.state.workers[3]?.isStopping == true)
    #expect(scenario.state.rescue == nil)
  }

  @Test("the first worker that is ready serves, and the other one stops")
  func reloadFirst() {
    var scenario = Scenario()
    scenario.send(Self.lost + [.forked(3), .report(2, .ready)])
    #expect(scenario.send([.time]).contains(.order(3, .stop)))
    #expect(scenario.state.phase == .serving(2))
    #expect(scenario.state.rescue == nil)
  }

  @Test("if the reload fails, the worker goes on to start")
  func failingReload() {
    var scenario = Scenario()
    scenario.send(Self.lost + [.forked(3)])
    let effects = scenario.send([.ended(2, .exited(1))])
    #expect(scenario.state.phase == .starting(.init(worker: 3)))
    #expect(!effects.contains { if case .fork = $0 { true } else { false } })
    scenario.send([.report(3, .ready), .time])
    #expect(scenario.state.phase == .serving(3))
  }

  @Test(
    "if they crash as well, they are started again after a delay, also if the reload fails then")
  func delays() {
    var scenario = Scenario()
    scenario.send(Self.lost + [.forked(3), .ended(3, .killed(signal: SIGSEGV), hasCrash: true)])
    #expect(scenario.state.rescue == .due(scenario.now + 100_000_000))
    #expect(scenario.state.due <= scenario.now + 100_000_000)
    #expect(scenario.send([.time(after: 99)]) == [])
    #expect(scenario.send([.time(after: 1)]) == [.fork(4)])
    scenario.send([.event(.notForked(4, "no process"))])
    #expect(scenario.state.rescue == .due(scenario.now + 200_000_000))
    scenario.send([.ended(2, .exited(1))])
    #expect(scenario.state.phase == .restarting(due: scenario.now + 200_000_000))
    #expect(scenario.state.rescue == nil)
  }

  @Test("a reload while a worker is to be started again later does not keep it from that")
  func restarting() {
    var scenario = Scenario()
    scenario.send(Scenario.restarting + [.reload(7), .forked(3)])
    #expect(scenario.send([.time(after: 99)]) == [])
    #expect(scenario.send([.time(after: 1)]).contains(.fork(4)))
  }

  @Test("a worker that hangs is replaced by them, before the reload has ended")
  func hang() {
    var scenario = Scenario()
    scenario.send(Scenario.owing + [.reload(7), .forked(2)])
    #expect(scenario.send([.event(.observed(1, .waiting), after: 1_000)]) == [.fork(3)])
    scenario.send([.forked(3)])
    #expect(scenario.send([.report(3, .ready)]).contains(.kill(1)))
    let start = GroupState.Start(worker: 2, isReload: true, requests: [7])
    #expect(scenario.state.phase == .reloading(3, start))
  }

  @Test("one that is late is killed, and one that fails is reported")
  func lateness() {
    var scenario = Scenario()
    scenario.send(Self.lost + [.event(.forked(3, process: 1003), after: 30_000)])
    scenario.send([.report(2, .ready), .time])
    #expect(scenario.state.phase == .serving(2))
    var other = Scenario()
    other.send(Self.lost + [.forked(3), .report(3, .failing("no luck"))])
    #expect(other.lines.contains("error: the new worker 1003 stops: no luck"))
    #expect(other.state.rescue != nil)
  }

  @Test("a stop stops it as well, and a damaged copy ends it")
  func ends() {
    var scenario = Scenario()
    scenario.send(Self.lost + [.forked(3)])
    #expect(scenario.send([.stop]).contains(.order(3, .stop)))
    #expect(scenario.state.rescue == nil)
    var damaged = Scenario()
    damaged.send(Self.lost + [.forked(3), .report(3, .lost), .ended(3, .exited(1))])
    #expect(damaged.state.rescue == nil)
    damaged.send([.ended(2, .exited(1))])
    #expect(damaged.state.restartDue == damaged.now + 100_000_000)
  }

  // With a seed of the random events, 23679727: the next candidate started, and nothing served beside it.
  @Test("also if the new worker crashes on trial, and one without the plugin is started")
  func leftOut() {
    var scenario = Scenario()
    let plugin = WorkerPlugin(
      identifier: "b", file: FilePath("b.so"), reason: nil, canBeLeftOut: true)
    scenario.send(
      Scenario.reloading + [
        .report(2, .selected([plugin])), .report(2, .started), .report(2, .ready),
        .report(1, .failing("no luck")), .report(2, .blames(plugin: "b")),
      ])
    #expect(scenario.send([.ended(2, .killed(signal: SIGSEGV))]).contains(.fork(3)))
    // One is forked at a time.
    #expect(scenario.send([.forked(3), .time(after: 1)]).contains(.fork(4)))
    #expect(scenario.state.rescue == .starting(4))
  }
}
