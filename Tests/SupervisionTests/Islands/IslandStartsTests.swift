import CleansePluginProbing
import CleanseSupport
import Glibc
@testable import CleanseSupervision
import Testing

/// An application and its islands, all together: what a worker of the application finds is what runs.
@Suite("The islands of an application")
struct IslandStartsTests {
  // MARK: - Starts

  @Test("the application and its islands serve when all are ready, whichever is ready last")
  func together() {
    for last in ["all", "a", "b"] {
      var scenario = IslandScenario()
      scenario.send(.time, to: "all")
      scenario.find(1, ["a": "1", "b": "1"])
      for name in ["all", "a", "b"] where name != last { scenario.ready(1, of: name) }
      scenario.pass(milliseconds: 1_000)
      #expect(scenario.servers == [:], "\(last)")
      scenario.ready(1, of: last)
      scenario.pass()
      #expect(scenario.servers == ["all": 1, "a": 1, "b": 1], "\(last)")
    }
  }

  // It had not answered since it was ready, and was replaced as one that hangs.
  @Test("one that has waited long for the others answers when it serves", arguments: ["all", "a"])
  func waiting(first: String) throws {
    var scenario = IslandScenario()
    scenario.send(.time, to: "all")
    scenario.find(1, ["a": "1"])
    scenario.ready(1, of: first)
    for _ in 0..<40 { scenario.pass(milliseconds: 1_000) }
    scenario.ready(1, of: first == "a" ? "all" : "a")
    scenario.pass()
    let state = try #require(scenario.states[GroupName(first)])
    #expect(state.server == 1)
    #expect(state.responds(at: scenario.now))
    #expect(state.workers[1]?.silentSince == scenario.now)
  }

  // A reload that waited for an island said nothing for as long.
  @Test("one that is slow keeps the application waiting, and both say so")
  func slow() {
    var scenario = IslandScenario(serving: ["a": "1"])
    scenario.send(.reload(nil), to: "all")
    scenario.find(2, ["a": "2"])
    scenario.ready(2, of: "all")
    scenario.send(.reported(2, .service(name: "server", state: "starting")), to: "a")
    scenario.pass(milliseconds: 1_000)
    let slow = scenario.log.filter { $0.contains("is not ready yet") }
    #expect(slow.count == 2)
    #expect(slow.contains { $0.hasSuffix("the islands start, for 1 s so far") })
    // The status of the island had only the worker that served.
    let status = scenario.states["a"].map {
      SupervisorStatus.Island("a", SupervisorStatus(of: $0, process: 1, at: scenario.now))
    }
    #expect(status?.worker?.generation == 1 && status?.candidate?.generation == 2)
    #expect(status?.candidate?.services.map(\.state) == ["starting"])
    #expect(status?.candidate?.steps.map(\.seconds) == [1])
    scenario.send(.reported(2, .service(name: "server", state: "ready")), to: "a")
    scenario.ready(2, of: "a")
    scenario.pass(milliseconds: 2_000)
    #expect(scenario.log.filter { $0.contains("is not ready yet") } == slow)
  }

  @Test("an application without islands serves alone")
  func none() {
    var scenario = IslandScenario()
    scenario.send(.time, to: "all")
    scenario.find(1, [:])
    scenario.ready(1, of: "all")
    scenario.pass()
    #expect(scenario.servers == ["all": 1])
    #expect(scenario.islands.areUsed)
  }

  @Test("if an island can't start at the beginning, the program ends with the status of a failure")
  func firstFailure() {
    var scenario = IslandScenario()
    scenario.send(.time, to: "all")
    scenario.find(1, ["a": "1", "b": "1"])
    scenario.ready(1, of: "a")
    scenario.end(1, of: "b")
    #expect(scenario.states["all"]?.isStopping == true)
    #expect(scenario.states["a"]?.isStopping == true)
    scenario.end(1, of: "all", .exited(0))
    scenario.end(1, of: "a", .exited(0))
    #expect(scenario.exits == ["all": 1, "a": 0, "b": 0])
    #expect(scenario.log.contains { $0.contains("the island b can't be started: the new worker") })
  }

  // MARK: - Reloads

  @Test("a reload starts what has changed, beside what serves, and nothing else")
  func changed() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.send(.reload(7), to: "all")
    scenario.find(2, ["a": "1", "b": "2"])
    #expect(scenario.offers == ["a", "b", "b"])
    #expect(scenario.states["b"]?.workers[2]?.set == scenario.states["all"]?.workers[2]?.set)
    scenario.ready(2, of: "all")
    scenario.pass(milliseconds: 1_000)
    #expect(scenario.servers == ["all": 1, "a": 1, "b": 1])
    scenario.ready(2, of: "b")
    // The trial of the application is also that of its islands.
    scenario.pass(milliseconds: 249)
    #expect(scenario.servers == ["all": 1, "a": 1, "b": 1])
    scenario.pass(milliseconds: 1)
    #expect(scenario.servers == ["all": 2, "a": 1, "b": 2])
    #expect(scenario.states["b"]?.workers[1]?.isStopping == true)
    let changes = SupervisorStatus.IslandChanges(replaced: ["b"], started: [], stopped: [])
    #expect(scenario.answers == [7: .init(failing: nil, islands: changes)])
  }

  // It said nothing about them.
  @Test("a reload answers which islands it has replaced, started and stopped")
  func changes() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1", "c": "1"])
    scenario.send(.reload(7), to: "all")
    scenario.find(2, ["a": "2", "b": "1", "d": "1"])
    scenario.ready(2, of: "all")
    scenario.ready(2, of: "a")
    scenario.ready(1, of: "d")
    scenario.pass(milliseconds: 250)
    #expect(
      scenario.answers[7]?.islands == .init(replaced: ["a"], started: ["d"], stopped: ["c"]))
    scenario.send(.reload(8), to: "all")
    scenario.find(3, [:])
    scenario.ready(3, of: "all")
    scenario.pass(milliseconds: 250)
    #expect(
      scenario.answers[8]?.islands == .init(replaced: [], started: [], stopped: ["a", "b", "d"]))
  }

  @Test("a reload that changes no island starts the application alone")
  func unchanged() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.reload(2, ["a": "1", "b": "1"])
    #expect(scenario.servers == ["all": 2, "a": 1, "b": 1])
    #expect(scenario.offers == ["a", "b"])
  }

  @Test("one island that fails fails the reload, which names it, and all others go on")
  func failing() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.send(.reload(7), to: "all")
    scenario.find(2, ["a": "2", "b": "2", "c": "1"])
    for name in ["all", "a", "c"] { scenario.ready(2, of: name) }
    scenario.ready(1, of: "c")
    scenario.send(.reported(2, .failing("no port")), to: "b")
    let answer = scenario.answers[7]
    #expect(answer?.reasons == ["the island b can't be started: no port"])
    #expect(answer?.keepsOld == true)
    #expect(scenario.servers == ["all": 1, "a": 1, "b": 1])
    for (name, number) in [("all", 2), ("a", 2), ("b", 2), ("c", 1)] as [(String, WorkerNumber)] {
      #expect(scenario.states[GroupName(name)]?.workers[number]?.isStopping == true, "\(name)")
      scenario.end(number, of: name, .exited(0))
    }
    #expect(scenario.servers == ["all": 1, "a": 1, "b": 1])
    #expect(scenario.states["c"]?.phase == .stopped)
    // The next one starts them again.
    scenario.reload(3, ["a": "2", "b": "3"], workers: ["a": 3, "b": 3])
    #expect(scenario.servers == ["all": 3, "a": 3, "b": 3])
  }

  // An island could have a plugin of another one left out.
  @Test("an island that fails can blame its own plugins alone", arguments: ["a", "b"])
  func blame(other: String) {
    var scenario = IslandScenario()
    scenario.send(.time, to: "all")
    scenario.find(1, ["a": "1", "b": "1"])
    scenario.send(.reported(1, .blames(plugin: "org.example.\(other)")), to: "b")
    scenario.send(.reported(1, .failing("no port")), to: "b")
    let culprit = scenario.states["all"]?.workers[1]?.culprit
    #expect(culprit == (other == "b" ? "org.example.b" : nil))
  }

  @Test("if the application fails, its islands are not used")
  func applicationFails() {
    var scenario = IslandScenario(serving: ["a": "1"])
    scenario.send(.reload(7), to: "all")
    scenario.find(2, ["a": "2"])
    scenario.ready(2, of: "a")
    scenario.end(2, of: "all")
    #expect(scenario.states["a"]?.workers[2]?.isStopping == true)
    #expect(scenario.servers == ["all": 1, "a": 1])
  }

  // What was ready, and crashed before the others were, served.
  @Test("an island that is ready and about to end holds up the others, which then fail")
  func breaking() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.send(.reload(7), to: "all")
    scenario.find(2, ["a": "2", "b": "2"])
    for name in ["all", "a", "b"] { scenario.ready(2, of: name) }
    scenario.send(.broken(2), to: "b")
    scenario.pass(milliseconds: 1_000)
    #expect(scenario.servers == ["all": 1, "a": 1, "b": 1])
    scenario.end(2, of: "b")
    #expect(scenario.answers[7]?.succeeded == false)
    #expect(scenario.servers == ["all": 1, "a": 1, "b": 1])
  }

  @Test("a plugin that may be left out leads to another attempt without it")
  func leavingOut() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.send(.reload(7), to: "all")
    let plugin = WorkerPlugin(
      identifier: "org.example.b", file: "b.so", reason: nil, canBeLeftOut: true)
    scenario.send(.reported(2, .selected([plugin])), to: "all")
    scenario.find(2, ["a": "2", "b": "2"])
    scenario.send(.blamed(2, plugin: "org.example.b"), to: "b")
    scenario.end(2, of: "b")
    #expect(scenario.answers == [:])
    #expect(scenario.states["all"]?.workers[3]?.without == ["org.example.b"])
    #expect(scenario.states["all"]?.workers[3]?.set == scenario.states["all"]?.workers[2]?.set)
    #expect(scenario.states["a"]?.workers[2]?.isStopping == true)
    scenario.find(3, ["a": "2", "b": "1"])
    #expect(scenario.states["a"]?.start?.worker == 3)
    scenario.ready(3, of: "a")
    scenario.ready(3, of: "all")
    scenario.pass(milliseconds: 250)
    #expect(scenario.servers == ["all": 3, "a": 3, "b": 1])
    #expect(scenario.answers[7]?.succeeded == true)
  }

  @Test("code of plugins can't report other islands later")
  func hostile() {
    var scenario = IslandScenario(serving: ["a": "1"])
    scenario.send(.reload(7), to: "all")
    scenario.find(2, ["a": "1"])
    let island = WorkerIsland(name: "x", plugins: [], digest: "")
    for step in [
      WorkerReport.island(island, description: ""), .divided, .ready,
      .island(island, description: ""), .divided,
    ] {
      for number in [1, 2] as [WorkerNumber] { scenario.send(.reported(number, step), to: "all") }
      scenario.send(.reported(1, step), to: "a")
    }
    scenario.pass(milliseconds: 250)
    #expect(scenario.servers == ["all": 2, "a": 1])
    #expect(scenario.states.count == 2)
  }

  @Test(
    "too many islands, or two with one name, are refused",
    arguments: [
      (1001, "the plugins are more than 1000 islands"), (0, "two islands have the name 0"),
    ])
  func unusable(count: Int, reason: String) {
    var scenario = IslandScenario(serving: ["a": "1"])
    scenario.send(.reload(7), to: "all")
    for number in 0..<max(count, 2) {
      let island = WorkerIsland(name: "\(count == 0 ? 0 : number)", plugins: [], digest: "")
      scenario.send(.reported(2, .island(island, description: "")), to: "all")
    }
    #expect(scenario.answers[7]?.reasons == [reason])
    #expect(scenario.servers == ["all": 1, "a": 1])
  }

  // MARK: - Stops

  @Test("the islands stop with the application, and the second signal kills all")
  func stop() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.send(.stop, to: "all")
    for name in ["all", "a", "b"] {
      #expect(scenario.states[GroupName(name)]?.workers[1]?.isStopping == true)
    }
    scenario.pass(milliseconds: 1_000)
    for name in ["all", "a", "b"] { scenario.send(.stop, to: name) }
    #expect(scenario.killed == ["all", "a", "b"])
  }

  @Test("a stop during a reload stops what starts, too, and answers the request")
  func stopDuringReload() {
    var scenario = IslandScenario(serving: ["a": "1"])
    scenario.send(.reload(7), to: "all")
    scenario.find(2, ["a": "2", "b": "1"])
    scenario.send(.stop, to: "all")
    #expect(scenario.answers[7]?.reasons == ["the program is stopping"])
    for (name, number) in [("all", 1), ("all", 2), ("a", 1), ("a", 2), ("b", 1)] {
      scenario.end(WorkerNumber(rawValue: number), of: name, .exited(0))
    }
    #expect(scenario.exits == ["all": 0, "a": 0, "b": 0])
    #expect(scenario.islands.exitStatus == 0)
  }

  @Test("the status of the program is that of a failure if an island can't stop")
  func stopFails() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.send(.stop, to: "all")
    scenario.end(1, of: "all", .exited(0))
    scenario.end(1, of: "b", .exited(0))
    scenario.pass(milliseconds: 30_000)
    #expect(scenario.killed == ["a"])
    scenario.end(1, of: "a", .killed(signal: SIGKILL))
    #expect(scenario.exits == ["all": 0, "a": 1, "b": 0])
    #expect(scenario.islands.exitStatus == 1)
  }
}
