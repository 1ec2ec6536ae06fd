import CleanseTestSupport
import CleanseSupport
import Glibc
@testable import CleanseSupervision
import Testing

@Suite("The plugins that a group of services leaves out")
struct GroupQuarantineTests {
  private static let plugins = ["needed", "other"].map { name in
    WorkerPlugin(
      identifier: name, file: FilePath("\(name).so"), reason: nil, canBeLeftOut: name == "other")
  }

  /// A worker starts, and has loaded its plugins.
  private static func loading(_ number: WorkerNumber) -> [Scenario.Step] {
    [
      .forked(number), .report(number, .selected(plugins)),
      .report(number, .inspected(plugins: ["needed 1", "other 1"])),
    ]
  }

  /// The first worker serves.
  private static let serving = [.time] + loading(1) + [.report(1, .ready), .time]

  /// A worker crashes in a plugin.
  private static func crash(_ number: WorkerNumber, in plugin: String?) -> [Scenario.Step] {
    (plugin.map { [.event(.blamed(number, plugin: $0))] } ?? [])
      + [.ended(number, .killed(signal: SIGSEGV), hasCrash: true), .time(after: 1000)]
  }

  /// Three workers crash while they serve.
  private static func crashes(in plugins: [String?], from number: Int = 1) -> [Scenario.Step] {
    plugins.enumerated().flatMap { index, plugin in
      let next = WorkerNumber(rawValue: number + index + 1)
      return crash(WorkerNumber(rawValue: number + index), in: plugin) + loading(next)
        + [.report(next, .ready), .time]
    }
  }

  // All plugins were started again and again, ever later.
  @Test("after three crashes in a minute, a plugin is left out, and the others go on")
  func crashingPlugin() throws {
    var scenario = Scenario()
    scenario.send(Self.serving + Self.crashes(in: ["other", "other"]))
    #expect(scenario.state.workers[3]?.without == [])
    scenario.send(Self.crashes(in: ["other"], from: 3))
    let worker = try #require(scenario.state.workers[4])
    #expect(worker.without == ["other"])
    #expect(!worker.isSetNew)
    let status = SupervisorStatus(of: scenario.state, process: 1, at: scenario.now)
    #expect(status.worker?.leftOut?.map(\.plugin) == ["other"])
    // The delay of the crashes before does not apply to the others.
    #expect(status.worker?.secondsReady == 0)
    // A reload tries it again.
    scenario.send([.reload(nil)] + Self.loading(5) + [.report(5, .ready), .time(after: 250)])
    #expect(scenario.state.workers[5]?.without == [])
    #expect(scenario.state.quarantine.entries.isEmpty || scenario.state.usedSets.count == 2)
  }

  @Test(
    "one that is needed is not left out, nor is any without a report",
    arguments: [["needed", "needed", "needed", "needed"], [nil, nil, nil, nil]])
  func undroppable(plugins: [String?]) {
    var scenario = Scenario()
    scenario.send(Self.serving + Self.crashes(in: plugins))
    #expect(scenario.state.quarantine.entries == [])
    #expect(scenario.state.server == 5)
  }

  @Test("crashes of different plugins are not added")
  func differentPlugins() {
    var scenario = Scenario()
    scenario.send(Self.serving + Self.crashes(in: ["other", nil, "needed", "other"]))
    #expect(scenario.state.quarantine.entries == [])
  }

  @Test("the plugins that served before have precedence over leaving out one")
  func fallbackFirst() {
    var scenario = Scenario()
    scenario.send(Self.serving + [.reload(nil)] + Self.loading(2))
    scenario.send([.report(2, .ready), .time(after: 250), .ended(1, .exited(0))])
    scenario.send(Self.crashes(in: ["other", "other", "other"], from: 2))
    #expect(scenario.state.fallback != nil)
    #expect(scenario.state.workers[5]?.without == [])
    #expect(scenario.state.workers[5]?.set == SetNumber(rawValue: 1))
    scenario.send(Self.crashes(in: ["other", "other", "other"], from: 5))
    #expect(scenario.state.workers[8]?.without == ["other"])
  }

  // The worker was killed for no plugin, so none was left out, and the program ended.
  @Test("the plugin of the service that starts for the longest time is left out when time is up")
  func slowStart() throws {
    var scenario = Scenario()
    func starts(_ number: WorkerNumber, _ service: String, of plugin: String) -> Scenario.Step {
      .report(number, .service(name: service, state: "starting", plugin: plugin))
    }
    scenario.send([.time] + Self.loading(1))
    scenario.send([starts(1, "slow", of: "other"), .time(after: 1_000)])
    scenario.send([starts(1, "web", of: "needed"), .time(after: 58_990)])
    #expect(scenario.send([.time(after: 10)]) == [.kill(1)])
    scenario.send([.ended(1, .killed(signal: SIGKILL))])
    #expect(scenario.state.workers[2]?.without == ["other"])
    #expect(
      scenario.state.quarantine.entries.first?.reason.contains(
        "is not ready in time: slow of other is starting; web of needed is starting") == true)
    scenario.send(Self.loading(2) + [.report(2, .ready), .time])
    #expect(scenario.state.server == 2)
  }

  @Test(
    "none is left out when time is up, if it is needed or none starts", arguments: [true, false])
  func slowWithoutCulprit(isStarting: Bool) throws {
    var scenario = Scenario()
    scenario.send([.time] + Self.loading(1))
    if isStarting {
      scenario.send([.report(1, .service(name: "a", state: "starting", plugin: "needed"))])
    }
    scenario.send([.time(after: 60_000), .ended(1, .killed(signal: SIGKILL))])
    #expect(scenario.state.quarantine.entries == [])
    #expect(scenario.state.isStopping)
  }

  // The program ended.
  @Test("a plugin whose service fails to start is left out of the first set")
  func failingStart() {
    var scenario = Scenario()
    scenario.send([.time] + Self.loading(1) + [.report(1, .blames(plugin: "other"))])
    let effects = scenario.send([.report(1, .failing("no luck"))])
    #expect(effects == [.order(1, .stop), .fork(2)])
    #expect(scenario.state.workers[2]?.without == ["other"])
    scenario.send([.forked(2), .report(2, .ready), .time, .ended(1, .exited(0))])
    #expect(scenario.state.server == 2)
  }

  @Test("a reload fails if that plugin serves, and else goes on without it")
  func failingReload() {
    let failing: [Scenario.Step] = [
      .reload(7), .forked(2), .report(2, .selected(Self.plugins)),
      .report(2, .inspected(plugins: [])), .report(2, .blames(plugin: "other")),
      .report(2, .failing("no luck")),
    ]
    var scenario = Scenario()
    scenario.send(Self.serving + failing)
    #expect(scenario.state.phase == .serving(1))
    #expect(scenario.state.lastReload?.value.succeeded == false)
    scenario = Scenario()
    scenario.send([.time, .forked(1), .report(1, .selected(Array(Self.plugins.prefix(1))))])
    scenario.send([.report(1, .ready), .time] + failing)
    #expect(scenario.state.start?.worker == 3)
    #expect(scenario.state.start?.requests == [7])
    #expect(scenario.state.workers[3]?.without == ["other"])
  }

  @Test("a plugin without which the others can't be used is not left out again")
  func needed() {
    var scenario = Scenario()
    scenario.send(Self.serving + Self.crashes(in: ["other", "other"]))
    scenario.send(Self.crash(3, in: "other"))
    #expect(scenario.state.workers[4]?.without == ["other"])
    scenario.send([.forked(4), .report(4, .refused(["missing"])), .ended(4, .exited(1))])
    scenario.send([.time(after: 1000)])
    #expect(scenario.state.workers[5]?.without == [])
    scenario.send(Self.loading(5) + [.report(5, .ready), .time])
    scenario.send(Self.crashes(in: ["other", "other", "other"], from: 5))
    #expect(scenario.state.workers[8]?.without == [])
  }

  @Test("a program that is to give up ends after that many starts, and not if they are rare")
  func givingUp() {
    var scenario = Scenario(restartLimit: CrashLimit(count: 3, within: .seconds(100)))
    scenario.send(Self.serving + Self.crashes(in: [nil, nil]))
    let effects = scenario.send([.ended(3, .exited(1))])
    #expect(effects.last == .exit(status: 1))
    #expect(
      scenario.lines.contains(
        "error: giving up after 3 starts within 100.0 seconds: the last worker has ended with status 1"
      ))
    scenario = Scenario(restartLimit: CrashLimit(count: 3, within: .seconds(100)))
    scenario.send(Self.serving)
    for number in 1...5 {
      scenario.send([.time(after: 51_000)] + Self.crashes(in: [nil], from: number))
    }
    #expect(scenario.state.server == 6)
  }
}
