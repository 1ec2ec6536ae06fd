import CleanseTestSupport
import CleanseSupport
import Glibc
@testable import CleanseSupervision
import Testing

@Suite("The sets of plugins of a group of services")
struct GroupSetsTests {
  /// The second worker serves, with the plugins of a reload.
  private static let reloaded: [Scenario.Step] = Scenario.onTrial + [.time(after: 250)]

  /// The steps of a worker that ends while it serves, and of the next one until it serves.
  private static func crash(
    of number: Int, after milliseconds: Int = 0
  ) -> [Scenario.Step] {
    let (worker, next) = (WorkerNumber(rawValue: number), WorkerNumber(rawValue: number + 1))
    return [
      .event(
        .ended(worker, .killed(signal: SIGSEGV), hasCrash: true), after: milliseconds),
      .time(after: 400), .forked(next), .report(next, .ready), .time,
    ]
  }

  private func set(_ number: WorkerNumber, in scenario: Scenario) -> Int? {
    scenario.state.workers[number]?.set.rawValue
  }

  // The worker that was started again used the files of the reload that had failed.
  @Test("a worker that is started again uses the set that has served last")
  func restart() throws {
    var scenario = Scenario()
    scenario.send(Scenario.reloading + [.report(2, .refused(["broken"])), .ended(2, .exited(1))])
    scenario.send([.ended(1, .killed(signal: SIGKILL)), .forked(3)])
    let worker = try #require(scenario.state.workers[3])
    #expect(worker.set.rawValue == 1)
    #expect(!worker.isSetNew)
    #expect(scenario.state.usedSets == [SetNumber(rawValue: 1)])
  }

  @Test("a reload makes a new set, and the one before it is kept")
  func reload() throws {
    var scenario = Scenario()
    scenario.send(Self.reloaded)
    #expect(set(2, in: scenario) == 2)
    #expect(scenario.state.workers[2]?.isSetNew == true)
    scenario.send([.ended(1, .exited(0))])
    #expect(scenario.state.usedSets == [SetNumber(rawValue: 1), SetNumber(rawValue: 2)])
    scenario.send([.reload(nil), .forked(3), .report(3, .ready), .time(after: 250)])
    scenario.send([.ended(2, .exited(0))])
    #expect(scenario.state.usedSets == [SetNumber(rawValue: 2), SetNumber(rawValue: 3)])
  }

  @Test("a set that is damaged is replaced by a new one")
  func lost() {
    var scenario = Scenario()
    scenario.send(Scenario.serving + [.ended(1, .killed(signal: SIGKILL)), .forked(2)])
    scenario.send([.report(2, .lost), .report(2, .refused(["damaged"])), .ended(2, .exited(3))])
    scenario.send([.time(after: 400), .forked(3)])
    #expect(set(3, in: scenario) == 2)
    #expect(scenario.state.workers[3]?.isSetNew == true)
  }

  // A plugin that reported it and crashed had the files used as they were, as a reload does.
  @Test("code of plugins can't report that a set is damaged")
  func lostByPlugin() {
    var scenario = Scenario()
    scenario.send(Scenario.serving + [.report(1, .loading(at: 0)), .report(1, .lost)])
    scenario.send([.ended(1, .killed(signal: SIGKILL)), .forked(2)])
    #expect(set(2, in: scenario) == 1)
    #expect(scenario.state.workers[2]?.isSetNew == false)
  }

  @Test("after three crashes in a minute, the set before serves, until a reload")
  func fallback() {
    var scenario = Scenario()
    scenario.send(Self.reloaded)
    for number in 2...3 {
      scenario.send(Self.crash(of: number, after: 20_000))
      #expect(set(WorkerNumber(rawValue: number + 1), in: scenario) == 2)
    }
    scenario.send(Self.crash(of: 4, after: 15_000))
    #expect(set(5, in: scenario) == 1)
    #expect(scenario.state.fallback?.value.hasPrefix("3 workers have ended within 60.0 s") == true)
    #expect(scenario.lines.contains { $0.hasPrefix("error: going back to the plugins") })
    // There is no other set to go back to.
    for number in 5...9 { scenario.send(Self.crash(of: number, after: 100)) }
    scenario.send([.time(after: 30_000)])
    #expect(set(scenario.state.lastNumber, in: scenario) == 1)
    scenario.send([.event(.ended(scenario.state.lastNumber, .exited(1), hasCrash: false))])
    scenario.send([.reload(nil)])
    let next = scenario.state.lastNumber
    scenario.send([.forked(next), .report(next, .ready), .time])
    #expect(scenario.state.fallback == nil)
    #expect(set(next, in: scenario) == 3)
  }

  @Test("crashes that are further apart change nothing, nor do those of the only set")
  func rareCrashes() {
    var scenario = Scenario()
    scenario.send(Self.reloaded)
    for number in 2...8 {
      scenario.send(Self.crash(of: number, after: 30_500))
      #expect(set(WorkerNumber(rawValue: number + 1), in: scenario) == 2)
    }
    var single = Scenario()
    single.send(Scenario.serving)
    for number in 1...5 { single.send(Self.crash(of: number)) }
    #expect(single.state.fallback == nil)
  }

  @Test("a crash before the services are ready counts, and an error does not")
  func crashingStarts() {
    for (cause, expected) in [(ProcessEnd.killed(signal: SIGSEGV), 1), (.exited(1), 2)] {
      var scenario = Scenario()
      scenario.send(Self.reloaded + Self.crash(of: 2))
      scenario.send([.ended(3, .killed(signal: SIGSEGV), hasCrash: true), .time(after: 400)])
      scenario.send([.forked(4), .ended(4, cause), .time(after: 1000)])
      #expect(set(5, in: scenario) == expected)
    }
  }

  @Test("a set whose workers crash is nothing to go back to")
  func crashingPrevious() {
    var scenario = Scenario()
    scenario.send(Self.reloaded + Self.crash(of: 2))
    scenario.send([.reload(nil), .forked(4), .report(4, .ready), .time(after: 250)])
    for number in 4...6 { scenario.send(Self.crash(of: number)) }
    #expect(set(7, in: scenario) == 1)
  }

  /// Plugins that a worker has loaded, with their digests.
  private static func loads(_ worker: WorkerNumber, _ digests: [String: String]) -> Scenario.Step {
    .report(
      worker,
      .loads(
        digests.map {
          LoadedFile(kind: .plugin, identifier: $0, version: "1.0.0", file: "/\($0)", digest: $1)
        }))
  }

  // A release of `web` was given up for crashes of another plugin, which was the same in both sets.
  @Test("the set before is of no use if it has the plugin that crashes", arguments: ["old", "new"])
  func sameCulprit(digest: String) {
    var scenario = Scenario()
    scenario.send(
      Scenario.starting + [
        Self.loads(1, ["web": "1", "crashy": "old"]), .report(1, .ready), .time,
      ])
    scenario.send([
      .reload(nil), .forked(2), Self.loads(2, ["web": "2", "crashy": digest]), .report(2, .ready),
      .time(after: 250),
    ])
    for number in 2...4 {
      scenario.send([.event(.blamed(WorkerNumber(rawValue: number), plugin: "crashy"))])
      scenario.send(Self.crash(of: number))
    }
    #expect(set(5, in: scenario) == (digest == "old" ? 2 : 1))
    #expect(scenario.state.lastEnd?.value == "was ended by SIGSEGV in crashy")
  }

  // The host went back to a set without a plugin that served, which had been repaired meanwhile.
  @Test("a set in which a plugin was missing is nothing to go back to")
  func losses() {
    func selected(_ worker: WorkerNumber, web: String?) -> Scenario.Step {
      .report(
        worker,
        .selected([
          WorkerPlugin(identifier: "web", file: "web.so", reason: web, canBeLeftOut: true)
        ]))
    }
    var scenario = Scenario()
    scenario.send(Scenario.starting + [selected(1, web: nil), .report(1, .ready), .time])
    scenario.send([
      .event(.reload(nil, allowsLoss: true)), .forked(2), selected(2, web: "broken"),
      .report(2, .inspected(plugins: [])), .report(2, .ready), .time(after: 250),
      .reload(nil), .forked(3), selected(3, web: nil), .report(3, .inspected(plugins: ["web"])),
      .report(3, .ready), .time(after: 250),
    ])
    for number in 3...5 { scenario.send(Self.crash(of: number)) }
    #expect(set(6, in: scenario) == 1)
  }

  // A release of last month was put back for three requests that crashed the present one.
  @Test("a set that has served for an hour is not given up, and the one before goes away")
  func proof() {
    var scenario = Scenario()
    scenario.send(Self.reloaded + [.ended(1, .exited(0))])
    #expect(scenario.state.usedSets.count == 2)
    scenario.send([.report(2, .answered(taskless: [])), .time(after: 3_600_000)])
    #expect(scenario.state.usedSets == [SetNumber(rawValue: 2)])
    for number in 2...4 { scenario.send(Self.crash(of: number)) }
    #expect(set(5, in: scenario) == 2)
  }

  @Test("it is known since when the files differ from those that serve")
  func changes() {
    var scenario = Scenario()
    func seconds() -> Double? {
      SupervisorStatus(of: scenario.state, process: 1, at: scenario.now).secondsSinceChange
    }
    scenario.send([.time, .forked(1), .report(1, .reads(paths: ["p"], state: "a"))])
    scenario.send([.report(1, .ready), .time, .event(.files("a"))])
    #expect(seconds() == nil)
    scenario.send([.event(.files("b")), .event(.files("c"), after: 2_000)])
    #expect(seconds() == 2)
    scenario.send([.event(.files("a"))])
    #expect(seconds() == nil)
    scenario.send([.reload(nil), .forked(2), .report(2, .reads(paths: ["p"], state: "d"))])
    scenario.send([.report(2, .failing("broken")), .event(.files("d"), after: 3_000)])
    #expect(seconds() == 3)
    scenario.send([.reload(nil), .forked(3), .report(3, .reads(paths: ["p"], state: "e"))])
    scenario.send([.report(3, .ready), .time(after: 250)])
    #expect(seconds() == nil)
  }

  // The status suggested a reload of the files that had just failed.
  @Test("it is known whether changed files are those that have failed")
  func failedChanges() {
    var scenario = Scenario()
    func hasFailed() -> Bool? {
      SupervisorStatus(of: scenario.state, process: 1, at: scenario.now).haveChangesFailed
    }
    func reload(_ worker: WorkerNumber, _ files: String) -> [Scenario.Step] {
      [.reload(nil), .forked(worker), .report(worker, .reads(paths: ["p"], state: files))]
    }
    scenario.send([.time, .forked(1), .report(1, .reads(paths: ["p"], state: "a"))])
    scenario.send([.report(1, .ready), .time, .event(.files("b"))])
    #expect(hasFailed() == false)
    scenario.send(reload(2, "b") + [.report(2, .failing("broken"))])
    #expect(hasFailed() == true)
    scenario.send([.event(.files("c"))])
    #expect(hasFailed() == false)
    // A worker that could not be started says nothing about files.
    scenario.send([.reload(nil), .event(.notForked(3, "no memory"))])
    #expect(hasFailed() == false)
    scenario.send(reload(4, "c") + [.report(4, .ready), .time(after: 250)])
    #expect(hasFailed() == nil)
    for number in 4...6 { scenario.send(Self.crash(of: number)) }
    #expect(scenario.state.fallback != nil)
    #expect(hasFailed() == true)
    scenario.send([.event(.files("d"))])
    #expect(hasFailed() == false)
    scenario.send([.event(.files("a"))])
    #expect(hasFailed() == nil)
    #expect(scenario.lines.contains { $0.hasPrefix("error: before the next reload, fix ") })
  }

  /// The plugins a and b, of which one can be left out.
  private static func selection(_ reason: String?, file: String = "b.so") -> [WorkerPlugin] {
    [
      WorkerPlugin(identifier: "a", file: "a.so", reason: nil, canBeLeftOut: false),
      WorkerPlugin(
        identifier: file == "b.so" ? "b" : nil, file: FilePath(file), reason: reason,
        canBeLeftOut: true),
    ]
  }

  /// The first worker serves with both plugins, and the second one has started for the request 7.
  private static func reloading(allowingLoss: Bool) -> [Scenario.Step] {
    [
      .time, .forked(1), .report(1, .selected(selection(nil))), .report(1, .ready), .time,
      .event(.reload(7, allowsLoss: allowingLoss)), .forked(2),
    ]
  }

  // The plugin was left out, and the reload had succeeded.
  @Test("a reload that would leave out a plugin that serves fails")
  func loss() {
    var scenario = Scenario()
    scenario.send(Self.reloading(allowingLoss: false))
    scenario.send([.report(2, .selected(Self.selection("broken")))])
    let effects = scenario.send([.report(2, .inspected(plugins: []))])
    let lost = Self.selection("broken").suffix(1)
    let result = SupervisorStatus.Reload(
      failing: ["b, which serves, would be left out: broken"], keepsOld: true, losses: Array(lost))
    #expect(effects == [.order(2, .stop), .answer(7, result)])
    #expect(scenario.state.phase == .serving(1))
  }

  @Test("also if the file can't be read any more, and not if it was left out before")
  func unreadableLoss() {
    var scenario = Scenario()
    scenario.send([
      .time, .forked(1),
      .report(1, .selected(Self.selection(nil) + Self.selection("broken", file: "c.so").suffix(1))),
      .report(1, .ready), .time, .reload(7), .forked(2),
    ])
    scenario.send([
      .report(2, .selected(Self.selection(nil) + Self.selection("broken", file: "c.so").suffix(1))),
      .report(2, .inspected(plugins: [])),
    ])
    #expect(scenario.state.server == 1)
    #expect(scenario.state.start?.worker == 2)
    let unknown = WorkerPlugin(
      identifier: nil, file: "b.so", reason: "truncated", canBeLeftOut: true)
    scenario.send([.report(2, .refused(["no"])), .ended(2, .exited(1)), .reload(8), .forked(3)])
    scenario.send([.report(3, .selected(Self.selection(nil).prefix(1) + [unknown]))])
    scenario.send([.report(3, .inspected(plugins: []))])
    #expect(scenario.state.phase == .serving(1))
    #expect(scenario.state.lastReload?.value.losses == ["b.so"])
  }

  @Test("a reload that is allowed to leave out plugins says which")
  func allowedLoss() {
    var scenario = Scenario()
    scenario.send(Self.reloading(allowingLoss: true))
    scenario.send([.report(2, .selected(Self.selection("broken")))])
    scenario.send([.report(2, .inspected(plugins: [])), .report(2, .ready)])
    scenario.send([.time(after: 250)])
    let status = SupervisorStatus(of: scenario.state, process: 1, at: scenario.now)
    #expect(status.reload?.succeeded == true)
    #expect(status.reload?.losses == ["b"])
    #expect(status.worker?.leftOut?.map(\.plugin) == ["b"])
    // It does not serve any more, so nothing is lost by the next reload.
    scenario.send([.reload(8), .forked(3), .report(3, .selected(Self.selection("broken")))])
    scenario.send([.report(3, .inspected(plugins: [])), .report(3, .ready), .time(after: 250)])
    #expect(scenario.state.server == 3)
    #expect(scenario.state.lastReload?.value.losses == nil)
  }
}
