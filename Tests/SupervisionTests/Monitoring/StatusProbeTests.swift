import CleanseSupport
import Glibc
@testable import CleanseSupervision
import Testing

@Suite("Probes of a host")
struct StatusProbeTests {
  /// What has happened, and the answers of the probes; nil for yes.
  struct Answers: CustomTestStringConvertible {
    let testDescription: String
    let given: [Scenario.Step]
    var live: String?
    var ready: String?
    var started: String?
  }

  private static let unstarted = "no worker has served since the program started"
  private static let failing: [HealthResult] = [
    .init(name: "well", error: nil), .init(name: "disk", error: "full"),
  ]

  static let answers = [
    Answers(
      testDescription: "the first start", given: Scenario.starting, ready: "no worker serves",
      started: unstarted),
    Answers(testDescription: "a worker serves", given: Scenario.serving),
    Answers(testDescription: "another one starts", given: Scenario.reloading),
    Answers(
      testDescription: "a reload has failed", given: Scenario.reloading + [.ended(2, .exited(1))]),
    Answers(
      testDescription: "no worker can be started again", given: Scenario.restarting,
      ready: "no worker serves"),
    Answers(
      testDescription: "the worker hangs", given: Scenario.hung,
      ready: "the worker 1001 does not respond"),
    Answers(
      testDescription: "a health check fails",
      given: Scenario.serving + [.report(1, .checked(failing))],
      ready: "health check disk fails: full"),
    Answers(
      testDescription: "a service is started again alone",
      given: Scenario.serving + [.report(1, .service(name: "web", state: "restarting"))],
      ready: "the service web is restarting"),
    Answers(
      testDescription: "a service has ended, which is allowed",
      given: Scenario.serving + [.report(1, .service(name: "web", state: "ended"))]),
    Answers(
      testDescription: "the program stops", given: Scenario.stopping,
      ready: "the program is stopping"),
    Answers(
      testDescription: "the first start has failed, and a process still runs",
      given: Scenario.starting + [.report(1, .started), .report(1, .failing("no luck"))],
      live: "the program has failed and ends with status 1", ready: "the program is stopping",
      started: unstarted),
  ]

  @Test("are answered from the status", arguments: answers)
  func answer(expected: Answers) {
    var scenario = Scenario()
    scenario.send(expected.given)
    let status = SupervisorStatus(of: scenario.state, process: 1, at: scenario.now)
    #expect(status.failure(of: .live) == expected.live)
    #expect(status.failure(of: .ready) == expected.ready)
    #expect(status.failure(of: .started) == expected.started)
  }

  @Test("the status has the files that a worker has loaded, of the last time that it has read them")
  func loaded() {
    func file(_ name: String) -> LoadedFile {
      LoadedFile(
        kind: .plugin, identifier: name, version: "1.0.0", file: "/\(name).so", digest: "d")
    }
    var scenario = Scenario()
    scenario.send(
      Scenario.starting + [
        .report(1, .inspected(plugins: ["a 1.0.0"])), .report(1, .loads([file("a")])),
        .report(1, .inspected(plugins: ["b 1.0.0"])), .report(1, .loads([file("b")])),
        .report(1, .loads([file("c")])), .report(1, .loading(at: 1_795_564_740)),
        .report(1, .started), .report(1, .ready), .time,
      ])
    let status = SupervisorStatus(of: scenario.state, process: 1, at: scenario.now)
    #expect(status.worker?.loaded == [file("b"), file("c")])
    #expect(status.worker?.loadedAt == "2026-11-24T23:59:00Z")
  }

  @Test("a worker that reports files without end is cut")
  func bounded() {
    let file = LoadedFile(
      kind: .contract, identifier: String(repeating: "x", count: 5000), version: "1", file: "f",
      digest: nil)
    #expect(file.identifier.utf8.count == 1000)
    var scenario = Scenario()
    scenario.send(
      Scenario.serving
        + (1...30).map { _ in .report(1, .loads(.init(repeating: file, count: 100))) }
    )
    let status = SupervisorStatus(of: scenario.state, process: 1, at: scenario.now)
    #expect(status.worker?.loaded?.count == 1000)
  }
}
