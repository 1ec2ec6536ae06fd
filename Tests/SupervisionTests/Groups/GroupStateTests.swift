import CleanseTestSupport
import Foundation
import CleanseSupport
@testable import CleanseSupervision
import Testing

@Suite("The state of a group of services")
struct GroupStateTests {
  /// A state, an event, and what it leads to.
  struct Rule: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let given: [Scenario.Step]
    let event: Scenario.Step
    let phase: GroupState.Phase
    let effects: [GroupEffect]

    init(
      _ description: String, _ given: [Scenario.Step], then further: [Scenario.Step] = [],
      _ event: Scenario.Step, _ phase: GroupState.Phase, _ effects: [GroupEffect] = []
    ) {
      (testDescription, self.given, self.event) = (description, given + further, event)
      (self.phase, self.effects) = (phase, effects)
    }
  }

  static let succeeded = SupervisorStatus.Reload(failing: nil)
  static let isStopping = SupervisorStatus.Reload(failing: ["the program is stopping"])

  private static let starts: [Rule] = [
    Rule(
      "the first worker is started at once", [], .time,
      .starting(.init(worker: 1)), [.fork(1)]),
    Rule(
      "the first worker needs no trial", Scenario.starting, .report(1, .ready),
      .starting(.init(worker: 1, trialEnd: Scenario.time(0)))),
    // The socket of a plugin that was left out stayed open, and clients waited there without an answer.
    Rule(
      "a worker that is ready serves, and sockets that only others have used are closed",
      Scenario.starting, then: [.report(1, .ready)], .time,
      .serving(1), [.closeUnusedSockets, .reportUnusedSockets(used: [])]),
    Rule(
      "if the first worker can't start, the program ends with its status", Scenario.starting,
      .ended(1, .exited(2)), .stopped, [.reportEnd(1, .exited(2)), .exit(status: 2)]),
    Rule(
      "if the first worker ends without an error, the status is 3", Scenario.starting,
      .ended(1, .exited(0)), .stopped, [.reportEnd(1, .exited(0)), .exit(status: 3)]),
    // A plugin could have systemd never start the host again, with the status of a wrong command line.
    Rule(
      "plugins don't choose the status: a first worker that runs them and ends",
      Scenario.starting, then: [.report(1, .loading(at: 0))], .ended(1, .exited(2)), .stopped,
      [.reportEnd(1, .exited(2)), .exit(status: 1)]),
    Rule(
      "… without an error", Scenario.starting, then: [.report(1, .loading(at: 0))],
      .ended(1, .exited(0)), .stopped, [.reportEnd(1, .exited(0)), .exit(status: 1)]),
    Rule(
      "if a signal ends the first worker, the status is 1", Scenario.starting,
      .ended(1, .killed(signal: SIGSEGV), hasCrash: true), .stopped,
      [.reportEnd(1, .killed(signal: SIGSEGV)), .exit(status: 1)]),
    Rule(
      "a worker that has said why needs no report",
      Scenario.starting, then: [.report(1, .refused(["no"]))],
      .ended(1, .exited(1)), .stopped, [.exit(status: 1)]),
    Rule(
      "if there can be no first process, the status is 3", [.time],
      .event(.notForked(1, "no process")), .stopped, [.exit(status: 3)]),
    Rule(
      "a first start that fails does not stop if a reload follows",
      Scenario.starting, then: [.reload(5)], .ended(1, .exited(1)),
      .starting(.init(worker: 2, requests: [5])), [.reportEnd(1, .exited(1)), .fork(2)]),
    Rule(
      "a stop answers the requests of a first start, and of the reload after it",
      Scenario.starting, then: [.reload(5), .ended(1, .exited(1)), .forked(2), .reload(6)], .stop,
      .stopping(since: Scenario.time(0), status: 0, server: nil),
      [.answer(5, isStopping), .answer(6, isStopping), .order(2, .stop)]),
    Rule(
      "a worker that is not ready in time is killed", Scenario.starting, .time(after: 60_000),
      .starting(.init(worker: 1)), [.kill(1)]),
    Rule(
      "one whose services run stops instead, and answers what it has accepted",
      Scenario.reloading, then: [.report(2, .started)], .time(after: 60_000), .serving(1),
      [
        .order(2, .stop),
        .answer(7, .init(failing: ["the worker is not ready in time"], keepsOld: true)),
        .order(1, .check),
      ]),
    Rule(
      "a worker that was killed does not get ready any more",
      Scenario.starting, then: [.time(after: 60_000)], .report(1, .ready),
      .starting(.init(worker: 1))),
    Rule(
      "a worker that ends does not get ready any more",
      Scenario.starting, then: [.report(1, .refused(["no"]))], .report(1, .ready),
      .starting(.init(worker: 1))),
    Rule(
      "the paths that a new worker reads are watched", Scenario.reloading,
      .report(2, .reads(paths: ["p"], state: "s")),
      .reloading(1, .init(worker: 2, isReload: true, requests: [7])),
      [.watch(["p"], state: "s")]),
    Rule(
      "those of others are not", Scenario.reloading, .report(1, .reads(paths: ["p"], state: "s")),
      .reloading(1, .init(worker: 2, isReload: true, requests: [7]))),
  ]

  private static let reloads: [Rule] = [
    Rule(
      "a reload starts a worker next to the one that serves", Scenario.serving, .reload(7),
      .reloading(1, .init(worker: 2, isReload: true, requests: [7])), [.fork(2)]),
    Rule(
      "a reload during another one follows it", Scenario.reloading, .reload(8),
      .reloading(1, .init(worker: 2, isReload: true, requests: [7], pending: [8]))),
    Rule(
      "a reload for a signal follows as well", Scenario.reloading, .reload(nil),
      .reloading(1, .init(worker: 2, isReload: true, requests: [7], pending: []))),
    Rule(
      "a new worker is on trial", Scenario.reloading, .report(2, .ready),
      .reloading(
        1, .init(worker: 2, isReload: true, requests: [7], trialEnd: Scenario.time(250)))),
    Rule(
      "until the trial is over, the old worker serves", Scenario.onTrial, .time(after: 249),
      .reloading(1, .init(worker: 2, isReload: true, requests: [7], trialEnd: Scenario.time(250)))),
    Rule(
      "then, the new one serves, and the old one stops", Scenario.onTrial, .time(after: 250),
      .serving(2),
      [
        .closeUnusedSockets, .order(1, .stop), .reportUnusedSockets(used: []),
        .answer(7, succeeded),
      ]),
    Rule(
      "then, the next reload begins, and its requests wait for it",
      Scenario.onTrial, then: [.reload(8), .reload(9)], .time(after: 250),
      .reloading(2, .init(worker: 3, isReload: true, requests: [8, 9])),
      [
        .closeUnusedSockets, .order(1, .stop), .reportUnusedSockets(used: []),
        .answer(7, succeeded), .fork(3),
      ]),
    Rule(
      "without a worker that serves, the trial is over", Scenario.onTrial,
      .ended(1, .killed(signal: SIGKILL)),
      .starting(.init(worker: 2, isReload: true, requests: [7], trialEnd: Scenario.time(0))),
      [.reportEnd(1, .killed(signal: SIGKILL)), .closeUnusedSockets]),
    Rule(
      "a worker that breaks in its trial does not replace the old one",
      Scenario.onTrial, then: [.event(.broken(2))], .time(after: 250),
      .reloading(1, .init(worker: 2, isReload: true, requests: [7]))),
    Rule(
      "a worker that hangs at its end is killed", Scenario.onTrial, then: [.event(.broken(2))],
      .time(after: 10_000), .serving(1),
      [
        .order(2, .stop),
        .answer(7, .init(failing: ["the worker is not ready in time"], keepsOld: true)),
        .order(1, .check),
      ]),
    Rule(
      "a new worker that ends leaves the old one", Scenario.reloading, .ended(2, .exited(0)),
      .serving(1),
      [
        .reportEnd(2, .exited(0)),
        .answer(
          7,
          .init(
            failing: ["the new worker has ended with status 0; the log says where"], keepsOld: true)
        ),
        .closeUnusedSockets,
      ]),
    Rule(
      "a new worker whose services fail stops", Scenario.onTrial, .report(2, .failing("ended")),
      .serving(1),
      [.order(2, .stop), .answer(7, .init(failing: ["ended"], keepsOld: true))]),
    Rule(
      "after a reload that fails, the next one begins", Scenario.reloading, then: [.reload(8)],
      .report(2, .failing("ended")),
      .reloading(1, .init(worker: 3, isReload: true, requests: [8])),
      [.order(2, .stop), .answer(7, .init(failing: ["ended"], keepsOld: true)), .fork(3)]),
    Rule(
      "without an old worker, the one that was started goes on after a reload that fails",
      Scenario.reloading, then: [.ended(1, .exited(0))], .ended(2, .killed(signal: SIGKILL)),
      .starting(.init(worker: 3)),
      [
        .reportEnd(2, .killed(signal: SIGKILL)),
        .answer(7, .init(failing: ["the new worker was ended by SIGKILL; the log says where"])),
        .closeUnusedSockets,
      ]),
    Rule(
      "if there can be no process, the old worker stays", Scenario.serving, then: [.reload(7)],
      .event(.notForked(2, "no process")), .serving(1),
      [.answer(7, .init(failing: ["no process"], keepsOld: true))]),
  ]

  private static let restarts: [Rule] = [
    Rule(
      "a worker that ends is started again at once", Scenario.serving, .ended(1, .exited(1)),
      .starting(.init(worker: 2)),
      [.reportEnd(1, .exited(1)), .fork(2), .closeUnusedSockets]),
    Rule(
      "a worker whose end is not known was killed", Scenario.serving, .ended(1, nil),
      .starting(.init(worker: 2)),
      [.reportEnd(1, .killed(signal: SIGKILL)), .fork(2), .closeUnusedSockets]),
    Rule(
      "a worker whose services fail stops, and is replaced", Scenario.serving,
      .report(1, .failing("ended")), .starting(.init(worker: 2)),
      [.order(1, .stop), .fork(2)]),
    // Nothing served until the reload had ended.
    Rule(
      "a worker that ends during a reload is started again, as the new plugins may never be ready",
      Scenario.reloading, .ended(1, .exited(1)),
      .starting(.init(worker: 2, isReload: true, requests: [7])),
      [.reportEnd(1, .exited(1)), .fork(3), .closeUnusedSockets]),
    Rule(
      "a worker that can't be started again is started later",
      Scenario.serving, then: [.ended(1, .exited(1)), .forked(2)], .ended(2, .exited(1)),
      .restarting(due: Scenario.time(100)), [.reportEnd(2, .exited(1)), .closeUnusedSockets]),
    Rule(
      "until then, nothing happens", Scenario.restarting, .time(after: 99),
      .restarting(due: Scenario.time(100))),
    Rule(
      "then, it is started", Scenario.restarting, .time(after: 100),
      .starting(.init(worker: 3)), [.fork(3)]),
    Rule(
      "a reload does not wait for that", Scenario.restarting, .reload(7),
      .starting(.init(worker: 3, isReload: true, requests: [7])), [.fork(3)]),
    Rule(
      "a stop does not, either", Scenario.restarting, .stop, .stopped,
      [.exit(status: 0)]),
    Rule(
      "a worker that was killed as it was late is not reported",
      Scenario.serving, then: [.event(.broken(1)), .time(after: 10_000)],
      .ended(1, .killed(signal: SIGKILL)), .starting(.init(worker: 2)),
      [.fork(2), .closeUnusedSockets]),
    Rule(
      "unless it has crashed", Scenario.serving, then: [.event(.broken(1)), .time(after: 10_000)],
      .ended(1, .killed(signal: SIGKILL), hasCrash: true), .starting(.init(worker: 2)),
      [.reportEnd(1, .killed(signal: SIGKILL)), .fork(2), .closeUnusedSockets]),
  ]

  private static let stops: [Rule] = [
    Rule(
      "a stop stops the worker", Scenario.serving, .stop,
      .stopping(since: Scenario.time(0), status: 0, server: 1), [.order(1, .stop)]),
    Rule(
      "a stop in a trial stops both, and answers", Scenario.onTrial, then: [.reload(8)], .stop,
      .stopping(since: Scenario.time(0), status: 0, server: 1),
      [.answer(7, isStopping), .answer(8, isStopping), .order(1, .stop), .order(2, .stop)]),
    Rule(
      "a second signal within 300 ms is the same", Scenario.stopping, .event(.stop, after: 300),
      .stopping(since: Scenario.time(0), status: 0, server: 1)),
    Rule(
      "a later one kills", Scenario.stopping, .event(.stop, after: 301),
      .stopping(since: Scenario.time(0), status: 0, server: 1), [.kill(1)]),
    Rule(
      "the program exits with the last worker", Scenario.stopping, .ended(1, .exited(0)),
      .stopped, [.closeUnusedSockets, .exit(status: 0)]),
    Rule(
      "a worker that stops, and whose end is not known, has stopped", Scenario.stopping,
      .ended(1, nil), .stopped, [.closeUnusedSockets, .exit(status: 0)]),
    Rule(
      "the worker that served has to stop without an error", Scenario.stopping,
      .ended(1, .exited(1)), .stopped, [.closeUnusedSockets, .exit(status: 1)]),
    Rule(
      "others need not", Scenario.onTrial, then: [.stop, .ended(1, .exited(0))],
      .ended(2, .exited(1)),
      .stopped, [.closeUnusedSockets, .exit(status: 0)]),
    Rule(
      "no worker may end by a signal", Scenario.onTrial, then: [.stop, .ended(1, .exited(0))],
      .ended(2, .killed(signal: SIGSEGV), hasCrash: true), .stopped,
      [.reportEnd(2, .killed(signal: SIGSEGV)), .closeUnusedSockets, .exit(status: 1)]),
    Rule(
      "a worker that does not stop is killed", Scenario.stopping, .time(after: 30_000),
      .stopping(since: Scenario.time(0), status: 0, server: 1), [.kill(1)]),
    Rule(
      "which is an error", Scenario.stopping, then: [.time(after: 30_000)], .ended(1, nil),
      .stopped, [.closeUnusedSockets, .exit(status: 1)]),
    Rule(
      "a reload is refused at once", Scenario.stopping, .reload(9),
      .stopping(since: Scenario.time(0), status: 0, server: 1), [.answer(9, isStopping)]),
    Rule(
      "also after the last worker", Scenario.stopping, then: [.ended(1, .exited(0))], .reload(9),
      .stopped, [.answer(9, isStopping)]),
    Rule(
      "a worker that becomes ready stops all the same", Scenario.starting, then: [.stop],
      .report(1, .ready), .stopping(since: Scenario.time(0), status: 0, server: nil)),
  ]

  private static let hangs: [Rule] = [
    Rule(
      "a worker that does not answer is replaced", Scenario.owing,
      .event(.observed(1, .waiting), after: 1_000), .reloading(1, .init(worker: 2)), [.fork(2)]),
    Rule(
      "not before its time is over", Scenario.owing,
      .event(.observed(1, .waiting), after: 999), .serving(1)),
    Rule(
      "so is one that is stopped", Scenario.owing, .event(.observed(1, .stopped), after: 1_000),
      .reloading(1, .init(worker: 2)), [.fork(2)]),
    Rule(
      "one that computes is not", Scenario.owing, .event(.observed(1, .computing), after: 1_000),
      .serving(1)),
    Rule(
      "nor is one in a debugger", Scenario.owing, .event(.observed(1, .traced), after: 1_000),
      .serving(1)),
    Rule(
      "time in which it computed does not count",
      Scenario.owing, then: [.event(.observed(1, .computing))],
      .event(.observed(1, .waiting), after: 1_000), .serving(1)),
    Rule(
      "time in which the supervisor did not run does not count",
      Scenario.owing, then: [.time(after: 3_000)], .event(.observed(1, .waiting), after: 1_000),
      .serving(1)),
    Rule(
      "a worker that owes no answer has answered", Scenario.owing, then: [.answered(1)],
      .event(.observed(1, .waiting), after: 1_000), .serving(1)),
    Rule(
      "it goes on until another one is ready, which needs no trial", Scenario.hung,
      .report(2, .ready),
      .reloading(1, .init(worker: 2, trialEnd: Scenario.time(10_000)))),
    Rule(
      "then, it is killed", Scenario.hung, then: [.report(2, .ready)], .time, .serving(2),
      [.closeUnusedSockets, .kill(1)]),
    Rule(
      "one that answers again stops in order",
      Scenario.hung, then: [.answered(1), .report(2, .ready)], .time(after: 250), .serving(2),
      [.closeUnusedSockets, .order(1, .stop)]),
    Rule(
      "if no other one can start, it gets its time again", Scenario.hung,
      .ended(2, .exited(1)), .serving(1), [.reportEnd(2, .exited(1)), .closeUnusedSockets]),
    Rule(
      "a reload that is in progress may take longer than another start",
      Scenario.owing, then: [.reload(7), .forked(2)],
      .event(.observed(1, .waiting), after: 1_000),
      .reloading(1, .init(worker: 2, isReload: true, requests: [7])), [.fork(3)]),
    Rule(
      "if it ends before, the other one is there already", Scenario.hung,
      .ended(1, .killed(signal: SIGKILL)), .starting(.init(worker: 2)),
      [.reportEnd(1, .killed(signal: SIGKILL)), .closeUnusedSockets]),
  ]

  @Test(
    "follows from the last one and an event", arguments: starts + reloads + restarts + stops + hangs
  )
  func rule(_ rule: Rule) {
    var scenario = Scenario()
    scenario.send(rule.given)
    let effects = scenario.send([rule.event])
    #expect(scenario.state.phase == rule.phase)
    // Checks are due at their own times.
    func withoutChecks(_ effects: [GroupEffect]) -> [GroupEffect] {
      effects.filter { effect in
        if case .order(_, let order) = effect { order == .stop } else { true }
      }
    }
    #expect(withoutChecks(effects) == withoutChecks(rule.effects))
  }

  @Test("a worker that ends again and again is started ever later")
  func delays() {
    var scenario = Scenario()
    scenario.send(Scenario.serving)
    /// Ends the worker at once after it was ready, and returns the delay in milliseconds.
    func delay(_ number: WorkerNumber, servingFor milliseconds: Int = 0) -> UInt64 {
      scenario.send([.event(.ended(number, .exited(1), hasCrash: false), after: milliseconds)])
      let start = scenario.now
      if case .restarting(let due) = scenario.state.phase {
        scenario.send([.time(after: Int((due - start) / 1_000_000))])
      }
      let next = scenario.state.lastNumber
      scenario.send([.forked(next), .report(next, .ready), .time])
      return (scenario.now - start) / 1_000_000
    }
    #expect((1...4).map { delay(.init(rawValue: $0)) } == [0, 100, 200, 400])
    // A worker that was ready for long is stable.
    #expect(delay(5, servingFor: 10_001) == 0)
    #expect(delay(6) == 100)
    #expect((7...16).map { delay(.init(rawValue: $0)) }.last == 30_000)
    // So are new plugins.
    scenario.send([.reload(nil), .forked(18), .report(18, .ready), .time(after: 250)])
    #expect(delay(18) == 0)
  }

  /// Guards against an outage of up to 30 s: after one that had served for long and hung, a worker was started as late as if it had not.
  @Test("the delay begins again after a worker that served for long and was replaced")
  func delayAfterReplacement() {
    var delay = RestartDelay()
    delay.started(at: Scenario.time(0))
    for _ in 0..<9 { _ = delay.next(at: Scenario.time(0)) }
    delay.started(at: Scenario.time(1_000))
    delay.started(at: Scenario.time(11_001))
    #expect(delay.next(at: Scenario.time(12_000)) == 0)
  }

  @Test("the worker that serves is checked every two seconds")
  func checks() {
    var scenario = Scenario()
    scenario.send(Scenario.serving)
    #expect(scenario.send([.time(after: 1_999)]) == [])
    #expect(scenario.send([.time(after: 1)]) == [.order(1, .answer), .order(1, .check)])
    #expect(scenario.state.responds(at: scenario.now))
    scenario.send([.time(after: 8_000)])
    #expect(!scenario.state.responds(at: scenario.now))
    scenario.send([.report(1, .checked([]))])
    #expect(scenario.state.responds(at: scenario.now))
  }

  @Test(
    "a worker that owes an answer is observed when one is requested again, and when its time is over"
  )
  func observations() {
    var scenario = Scenario()
    scenario.send(Scenario.serving)
    #expect(scenario.send([.time(after: 2_000)]).contains(.order(1, .answer)))
    let times = (1...10).filter { _ in scenario.send([.time(after: 1_000)]).contains(.observe(1)) }
    // It has been silent since the beginning, and not only since it owes an answer.
    #expect(times == [2, 4, 6, 8, 9, 10])
    scenario.send([.answered(1)])
    #expect(!scenario.send([.time(after: 2_000)]).contains(.observe(1)))
  }

  // Such a worker was never replaced.
  @Test("a worker that computes is replaced if there is a limit for that, after that time")
  func computing() {
    /// Sends observations for at most 100 seconds, and returns after how many another worker starts.
    func seconds(_ scenario: inout Scenario) -> Int {
      var seconds = 0
      while seconds < 100, scenario.state.start == nil {
        scenario.send([.time(after: 1_000), .event(.observed(1, .computing))])
        seconds += 1
      }
      return seconds
    }
    var unlimited = Scenario()
    unlimited.send(Scenario.serving)
    #expect(seconds(&unlimited) == 100)
    var scenario = Scenario(computeDeadline: .seconds(30))
    scenario.send(Scenario.serving)
    // It owes an answer after two seconds.
    #expect(seconds(&scenario) == 32)
    scenario.send([.forked(2), .ended(2, .exited(1))])
    #expect(seconds(&scenario) == 30)
    scenario.send([.forked(3), .report(3, .ready), .time])
    #expect(scenario.state.lastEnd?.value.contains("30.0 seconds, and computes") == true)
  }

  @Test("the end of a worker that hung is in the status")
  func hungStatus() {
    var scenario = Scenario()
    func status() -> SupervisorStatus {
      SupervisorStatus(of: scenario.state, process: 1, at: scenario.now)
    }
    scenario.send(Scenario.hung)
    #expect(status().state == .restarting)
    #expect(status().worker?.responds == false)
    scenario.send([.report(2, .ready), .time])
    let last = status()
    #expect(last.restarts == 1)
    #expect(last.lastEnd == "has not answered for 10.0 seconds, and was killed")
    #expect(last.draining == [1001])
  }

  @Test("a start that takes long says why, ever more seldom")
  func slowStart() {
    var scenario = Scenario()
    scenario.send(
      Scenario.reloading + [
        .report(2, .waits(service: "web", for: ["store", "log"])),
        .report(2, .waits(service: "log", for: [])), .report(2, .waits(service: "store", for: [])),
        .report(2, .service(name: "log", state: "starting")),
        .report(2, .service(name: "log", state: "ready")),
        .report(2, .service(name: "store", state: "starting")),
      ])
    func answers(after milliseconds: Int) -> [[String]] {
      scenario.send([.time(after: milliseconds)]).compactMap { effect in
        if case .inform(7, let lines) = effect { lines } else { nil }
      }
    }
    let all = (1...10).map { _ in answers(after: 1_000) }
    let expected = [1, 2, 4, 8].map { seconds in
      [["store is starting, for \(seconds) s so far", "web waits for store"]]
    }
    #expect(all.filter { !$0.isEmpty } == expected)
    #expect([1, 2, 4, 8].map { all[$0 - 1] } == expected)
    let status = SupervisorStatus(of: scenario.state, process: 1, at: scenario.now)
    #expect(status.candidate?.process == 1002)
    #expect(
      status.candidate?.services == [
        .init(service: "web", state: "waiting", waitsFor: ["store"]),
        .init(service: "log", state: "ready", startSeconds: 0),
        .init(service: "store", state: "starting"),
      ])
    #expect(status.candidate?.steps.map(\.step) == ["store is starting"])
    #expect(status.candidate?.steps.map(\.seconds) == [10])
    #expect(status.worker?.services == [])
    #expect(scenario.lines.contains("notice: web waits for store"))
    scenario.send([.report(2, .service(name: "store", state: "ready")), .report(2, .ready)])
    #expect(answers(after: 200).isEmpty)
  }

  // The log and the status had only the key of a service, which does not say whose it is.
  @Test("a service is named with its plugin, unless its key has it")
  func plugins() {
    var scenario = Scenario()
    let plugin = "org.example.a"
    scenario.send(
      Scenario.reloading + [
        .report(2, .waits(service: "web *", for: ["cache *"], plugin: plugin)),
        .report(2, .service(name: "store of org.example.a", state: "starting", plugin: plugin)),
        .report(2, .service(name: "cache *", state: "starting", plugin: "org.example.b")),
        .time(after: 1_000),
      ])
    let status = SupervisorStatus(of: scenario.state, process: 1, at: scenario.now)
    #expect(
      status.candidate?.services.map(\.title) == [
        "web * of org.example.a", "store of org.example.a", "cache * of org.example.b",
      ])
    #expect(status.candidate?.services.map(\.plugin) == [plugin, plugin, "org.example.b"])
    for line in [
      "store of org.example.a is starting, for 1 s so far",
      "cache * of org.example.b is starting, for 1 s so far",
      "web * of org.example.a waits for cache *",
    ] { #expect(scenario.lines.contains { $0.hasSuffix(line) }, "\(scenario.lines)") }
  }

  @Test("a start with many slow services is reported in a few lines")
  func manySlow() {
    var scenario = Scenario()
    scenario.send(
      Scenario.reloading
        + (1...2000).flatMap { number -> [Scenario.Step] in
          [
            .report(2, .waits(service: "web \(number)", for: ["store \(number)"])),
            .report(2, .service(name: "store \(number)", state: "starting")),
          ]
        })
    let informed = scenario.send([.time(after: 1_000)]).compactMap { effect in
      if case .inform(7, let lines) = effect { lines } else { nil }
    }
    #expect(informed.map(\.count) == [21])
    #expect(informed.first?.last == "and 1480 more")
  }

  @Test("what a worker reports while it reads the plugins again replaces what it reported before")
  func readAgain() {
    var scenario = Scenario()
    scenario.send(
      Scenario.starting + [
        .report(1, .waits(service: "web", for: [])), .report(1, .inspected(plugins: ["a"])),
        .report(1, .waits(service: "store", for: [])),
      ])
    let status = SupervisorStatus(of: scenario.state, process: 1, at: scenario.now)
    #expect(status.candidate?.services.map(\.service) == ["store"])
  }

  @Test("the sockets of the last worker are kept until another one serves")
  func sockets() {
    var scenario = Scenario()
    scenario.send(Scenario.serving + [.event(.opened(1, address: "a"))])
    scenario.send([.ended(1, .exited(1)), .forked(2), .event(.opened(2, address: "b"))])
    #expect(scenario.state.usedAddresses == ["a", "b"])
    scenario.send([.report(2, .ready), .time])
    #expect(scenario.state.usedAddresses == ["b"])
    scenario.send([
      .reload(nil), .forked(3), .event(.opened(3, address: "c")), .report(3, .ready),
      .time(after: 250),
    ])
    #expect(scenario.state.usedAddresses == ["b", "c"])
    scenario.send([.ended(2, .exited(0))])
    #expect(scenario.state.usedAddresses == ["c"])
  }

  @Test("what has happened is in the status")
  func status() {
    var scenario = Scenario()
    func status() -> SupervisorStatus {
      SupervisorStatus(of: scenario.state, process: 1, at: scenario.now)
    }
    scenario.send(Scenario.starting)
    #expect(status().state == .starting)
    scenario = Scenario()
    scenario.send(Scenario.onTrial + [.time(after: 250), .report(1, .ready)])
    #expect(status().state == .ready)
    #expect(status().worker?.generation == 2)
    #expect(status().worker?.process == 1002)
    #expect(status().worker?.permissions == .unconfined)
    scenario.send([.event(.confined(2))])
    #expect(status().worker?.permissions == .enforced)
    #expect(status().draining == [1001])
    #expect(status().reload?.succeeded == true)
    scenario.send([.reload(nil), .forked(3)])
    #expect(status().state == .reloading)
    scenario.send([.report(3, .failing("no luck")), .ended(2, .killed(signal: SIGKILL))])
    #expect(status().state == .restarting)
    #expect(status().worker == nil)
    #expect(status().lastEnd == "was ended by SIGKILL")
    #expect(status().restarts == 1)
    #expect(status().failedStart?.reasons == ["no luck"])
    scenario.send([.forked(4), .report(4, .ready), .time, .stop])
    #expect(status().failedStart == nil)
    #expect(status().state == .stopping)
    #expect(status().worker?.generation == 4)
  }

  private static func checks(_ worker: WorkerNumber, failing names: [String]) -> Scenario.Step {
    .report(
      worker,
      .checked(
        ["database", "disk"].map { .init(name: $0, error: names.contains($0) ? "away" : nil) }))
  }

  // With a database that was away, no worker could be started: the program ended, and was started for ever.
  @Test("serves although health checks fail, unless a reload would make that worse")
  func failingChecks() {
    var scenario = Scenario()
    scenario.send(Scenario.starting + [Self.checks(1, failing: ["database"])])
    #expect(scenario.state.server == nil)
    scenario.send([.report(1, .started), Self.checks(1, failing: ["database"]), .time])
    #expect(scenario.state.server == 1)
    // It is no reason against a reload that the same check fails.
    scenario.send([.reload(7), .forked(2), .report(2, .started)])
    scenario.send([Self.checks(2, failing: ["database", "disk"]), .time(after: 250)])
    #expect(scenario.state.server == 1)
    scenario.send([Self.checks(2, failing: ["database"]), .time(after: 250)])
    #expect(scenario.state.server == 2)
    // Nor against a worker that is started again.
    scenario.send([.ended(1, .exited(0)), .ended(2, .killed(signal: SIGSEGV), hasCrash: true)])
    scenario.send([
      .time(after: 400), .forked(3), .report(3, .started), Self.checks(3, failing: ["disk"]), .time,
    ])
    #expect(scenario.state.server == 3)
  }

  @Test("is explained by the log, and the service manager knows it")
  func log() {
    let scenarios: [(String, [Scenario.Step])] = [
      (
        "a reload",
        Scenario.reloading + [
          .report(2, .inspected(plugins: ["a", "b"])), .event(.opened(2, address: "unix:s")),
          .report(2, .ready), .time(after: 250), .ended(1, .exited(3)),
        ]
      ),
      (
        "reloads that fail",
        Scenario.reloading + [
          .report(2, .service(name: "web", state: "starting")),
          .report(2, .checked([.init(name: "disk", error: "full")])), .time(after: 60_000),
          .ended(2, .killed(signal: SIGKILL)), .reload(nil), .forked(3),
          .report(3, .refused(["no luck", "at all"])), .ended(3, .exited(1)), .reload(nil),
          .forked(4), .ended(4, .killed(signal: SIGSEGV), hasCrash: true), .reload(nil),
          .forked(5), .report(5, .failing("web has ended")),
        ]
      ),
      ("restarts", Scenario.restarting + [.time(after: 100), .event(.notForked(3, "no memory"))]),
      ("a failure", Scenario.serving + [.report(1, .failing("web has ended"))]),
      (
        "health",
        Scenario.serving + [
          .report(1, .checked([.init(name: "disk", error: "full")])),
          .report(1, .checked([.init(name: "disk", error: "full")])),
          .report(1, .checked([.init(name: "disk", error: nil)])),
        ]
      ),
      ("a stop", Scenario.stopping + [.time(after: 30_000), .event(.stop, after: 301)]),
      (
        "a worker that hangs",
        Scenario.owing + [
          .report(1, .service(name: "web", state: "ready")),
          .report(1, .service(name: "store", state: "stopped")),
          .event(.observed(1, .stopped), after: 1_000), .forked(2), .ended(2, .exited(1)),
        ] + Scenario.silent + [
          .event(.observed(1, .waiting)), .forked(3), .answered(1), .report(3, .ready),
          .time(after: 250),
        ] + Scenario.silent + [
          .event(.observed(3, .waiting)), .forked(4), .report(4, .ready), .time,
          .ended(3, .killed(signal: SIGKILL)),
        ]
      ),
      (
        "a slow start",
        Scenario.reloading + [
          .report(2, .began(step: "a is being probed")), .time(after: 1_000),
          .report(2, .finished(step: "a is being probed")),
          .report(2, .waits(service: "web", for: ["store"])),
          .report(2, .service(name: "store", state: "starting")), .time(after: 1_000),
          .time(after: 58_000), .ended(2, .killed(signal: SIGKILL)),
        ]
      ),
      (
        "workers that use much memory",
        Scenario.serving + [
          .measured(1, mebibytes: 100), .measured(1, mebibytes: 101), .forked(2),
          .report(2, .ready), .time(after: 250), .ended(1, .exited(0)),
          .measured(2, mebibytes: 120), .event(.measured(2, memory: 120 << 20), after: 10_000),
          .forked(3), .ended(3, .killed(signal: SIGSEGV), hasCrash: true),
        ]
      ),
      ("no start", Scenario.starting + [.ended(1, .exited(0))]),
      (
        "plugins that crash",
        Scenario.onTrial + [
          .time(after: 250), .ended(2, .killed(signal: SIGSEGV), hasCrash: true), .forked(3),
          .report(3, .ready), .time, .ended(3, .killed(signal: SIGSEGV), hasCrash: true),
          .time(after: 100), .forked(4), .report(4, .ready), .time,
          .ended(4, .killed(signal: SIGSEGV), hasCrash: true),
        ]
      ),
      (
        "a plugin that is left out, and a loss",
        Scenario.starting + [
          .report(1, .selected([WorkerPlugin("a"), WorkerPlugin("b")])),
          .report(1, .blames(plugin: "b")), .report(1, .failing("b failed to start: no luck")),
          .forked(2), .report(2, .selected([WorkerPlugin("a")])), .report(2, .ready), .time,
          .reload(7), .forked(3), .report(3, .selected([WorkerPlugin("a", failing: "broken")])),
          .report(3, .inspected(plugins: [])),
        ]
      ),
    ]
    var text: [String] = []
    for (title, steps) in scenarios {
      var scenario = Scenario(memoryLimit: 100 << 20)
      scenario.send(steps)
      text += ["", title] + scenario.lines.map { "  \($0)" }
    }
    expectGolden(text.dropFirst().joined(separator: "\n"), "group-log")
  }
}

extension WorkerPlugin {
  /// A plugin that can be left out.
  fileprivate init(_ identifier: String, failing reason: String? = nil) {
    self.init(
      identifier: identifier, file: FilePath("\(identifier).so"), reason: reason,
      canBeLeftOut: true)
  }
}
