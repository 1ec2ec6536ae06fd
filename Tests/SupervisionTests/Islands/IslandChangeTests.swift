import CleansePluginMetadata
import CleansePluginProbing
import CleanseSupport
import Glibc
@testable import CleanseSupervision
import Testing

/// What the plugins of an application are changes, by a reload or as it goes back to those before.
@Suite("Changes of the islands of an application")
struct IslandChangeTests {
  // MARK: - Islands that come and go

  @Test("an island that is gone stops when the new set serves")
  func gone() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.send(.reload(7), to: "all")
    scenario.find(2, ["a": "1"])
    scenario.ready(2, of: "all")
    scenario.pass(milliseconds: 249)
    #expect(scenario.servers["b"] == 1)
    scenario.pass(milliseconds: 1)
    #expect(scenario.servers == ["all": 2, "a": 1])
    #expect(scenario.states["b"]?.workers[1]?.isStopping == true)
  }

  // The second order to stop counted as a second signal, which kills.
  @Test("one that still stops when another reload succeeds is not killed")
  func goneTwice() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.reload(2, ["a": "1"])
    scenario.pass(milliseconds: 1_000)
    scenario.reload(3, ["a": "1"])
    #expect(scenario.killed == [])
  }

  // The status of the program was that of an island that was gone long before.
  @Test("one that can't stop is killed, which is no failure of the program")
  func goneAndKilled() {
    var scenario = IslandScenario(serving: ["a": "1"])
    scenario.reload(2, [:])
    scenario.end(1, of: "all", .exited(0))
    scenario.pass(milliseconds: 30_000)
    #expect(scenario.killed == ["a"])
    scenario.end(1, of: "a", .killed(signal: SIGKILL))
    #expect(scenario.exits == ["a": 1])
    #expect(scenario.islands.exitStatus == 0)
  }

  @Test("one that returns while its worker still stops is started again, beside it")
  func returning() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.reload(2, ["a": "1"])
    scenario.send(.reload(8), to: "all")
    scenario.find(3, ["a": "1", "b": "1"])
    #expect(scenario.states["b"]?.start == .init(worker: 2, isHeld: true))
    scenario.ready(3, of: "all")
    scenario.ready(2, of: "b")
    scenario.pass(milliseconds: 250)
    #expect(scenario.servers == ["all": 3, "a": 1, "b": 2])
    scenario.end(1, of: "b", .exited(0))
    #expect(scenario.servers == ["all": 3, "a": 1, "b": 2])
    #expect(scenario.exits == [:])
  }

  @Test("if that reload fails, it goes on to stop")
  func returningInVain() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.reload(2, ["a": "1"])
    scenario.send(.reload(8), to: "all")
    scenario.find(3, ["a": "1", "b": "1"])
    scenario.end(3, of: "all")
    scenario.end(2, of: "b", .exited(0))
    scenario.end(1, of: "b", .exited(0))
    #expect(scenario.states["b"]?.phase == .stopped)
    #expect(scenario.servers == ["all": 2, "a": 1])
  }

  // MARK: - The application

  @Test("an application that crashes is started again with the same set, and touches no island")
  func applicationCrashesAgain() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.end(1, of: "all", .killed(signal: SIGSEGV))
    #expect(scenario.servers == ["a": 1, "b": 1])
    // An island that has gone back by itself, or can't be compared, does not count.
    scenario.find(2, ["a": "1", "b": "unknown"])
    scenario.ready(2, of: "all")
    scenario.pass()
    #expect(scenario.servers == ["all": 2, "a": 1, "b": 1])
    #expect(scenario.offers == ["a", "b"])
  }

  // It went back to the set before, and all islands with it, also to permissions that they had had.
  @Test("one that crashes again and again goes on with its set, and so do its islands")
  func applicationCrashes() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.reload(2, ["a": "2", "c": "1"], workers: ["a": 2, "c": 1])
    scenario.end(1, of: "b", .exited(0))
    scenario.crash("all", from: 2) { $0.find($1, ["a": "2", "c": "1"]) }
    #expect(scenario.states["all"]?.fallback == nil)
    scenario.find(5, ["a": "2", "c": "1"])
    scenario.ready(5, of: "all")
    scenario.pass()
    #expect(scenario.servers == ["all": 5, "a": 2, "c": 1])
    #expect(scenario.states["all"]?.servingSet == SetNumber(rawValue: 2))
  }

  @Test("one that leaves the plugins is logged when it stops")
  func dropped() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.reload(2, ["a": "1"])
    #expect(scenario.log.contains("it is no island of the plugins that serve now, and stops"))
    #expect(scenario.states["b"]?.isStopping == true)
  }

  // The plugins of an island that had failed and gone back were not tried again.
  @Test("a reload tries the plugins again that an island has given up")
  func islandGoesBack() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.reload(2, ["a": "2", "b": "1"], workers: ["a": 2])
    scenario.crash("a", from: 2)
    #expect(scenario.states["a"]?.fallback != nil)
    scenario.ready(5, of: "a")
    scenario.pass()
    #expect(scenario.states["a"]?.servingSet == SetNumber(rawValue: 1))
    // A restart of the application changes nothing about that.
    scenario.end(2, of: "all", .killed(signal: SIGSEGV))
    scenario.find(3, ["a": "2", "b": "1"])
    scenario.ready(3, of: "all")
    scenario.pass()
    #expect(scenario.servers == ["all": 3, "a": 5, "b": 1])
    scenario.reload(4, ["a": "2", "b": "1"], workers: ["a": 6])
    #expect(scenario.servers == ["all": 4, "a": 6, "b": 1])
  }

  // MARK: - Islands that start again

  @Test("an island that crashes during a reload serves from the set before, until that has ended")
  func crashDuringReload() {
    for succeeds in [true, false] {
      var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
      scenario.send(.reload(7), to: "all")
      scenario.find(2, ["a": "2", "b": "1"])
      scenario.end(1, of: "a", .killed(signal: SIGSEGV))
      scenario.end(1, of: "b", .killed(signal: SIGSEGV))
      scenario.pass()
      scenario.ready(3, of: "a")
      scenario.ready(2, of: "b")
      scenario.pass()
      #expect(scenario.servers == ["all": 1, "a": 3, "b": 2])
      #expect(scenario.states["a"]?.servingSet == SetNumber(rawValue: 1))
      scenario.ready(2, of: "a")
      if succeeds { scenario.ready(2, of: "all") } else { scenario.end(2, of: "all") }
      scenario.pass(milliseconds: 250)
      #expect(
        scenario.servers
          == (succeeds ? ["all": 2, "a": 2, "b": 2] : ["all": 1, "a": 3, "b": 2]))
    }
  }

  // Nothing started it again.
  @Test("one that crashes and was not started again yet is, if the reload fails")
  func crashBeforeFailure() {
    var scenario = IslandScenario(serving: ["a": "1"])
    scenario.end(1, of: "a", .killed(signal: SIGSEGV))
    scenario.send(.reload(7), to: "all")
    scenario.find(2, ["a": "2"])
    #expect(scenario.states["a"]?.rescue == .starting(2))
    #expect(scenario.states["a"]?.start == .init(worker: 3, isReload: true, isHeld: true))
    scenario.end(2, of: "all")
    #expect(scenario.states["a"]?.phase == .starting(.init(worker: 2)))
    scenario.ready(2, of: "a")
    scenario.pass()
    #expect(scenario.servers == ["all": 1, "a": 2])
  }

  // It was forgotten, and was never ordered to stop.
  @Test("a worker that is to replace one goes on to do so if a reload fails")
  func renewalBeforeFailure() {
    var scenario = IslandScenario(serving: ["a": "1"])
    scenario.send(.reload(nil), to: "a")
    scenario.send(.reload(7), to: "all")
    scenario.find(2, ["a": "2"])
    scenario.end(2, of: "all")
    #expect(scenario.states["a"]?.phase == .reloading(1, .init(worker: 2)))
    #expect(scenario.states["a"]?.rescue == nil)
    scenario.ready(2, of: "a")
    scenario.pass(milliseconds: 250)
    #expect(scenario.servers == ["all": 1, "a": 2])
  }

  // It was never ready again, and had no time limit any more.
  @Test("one that is ready, and only on trial, serves when a reload starts another one")
  func renewalOnTrial() {
    var scenario = IslandScenario(serving: ["a": "1"])
    scenario.send(.reload(nil), to: "a")
    scenario.ready(2, of: "a")
    #expect(scenario.servers["a"] == 1)
    scenario.send(.reload(7), to: "all")
    scenario.find(2, ["a": "2"])
    #expect(scenario.servers["a"] == 2)
    #expect(scenario.states["a"]?.start == .init(worker: 3, isReload: true, isHeld: true))
    #expect(scenario.states["a"]?.workers[1]?.isStopping == true)
  }

  @Test("a worker that was to replace one and fails is followed by another one, after a while")
  func renewalAgain() {
    var scenario = IslandScenario(serving: ["a": "1"])
    scenario.send(.reload(nil), to: "a")
    scenario.end(2, of: "a")
    #expect(scenario.states["a"]?.phase == .serving(1))
    for _ in 0..<9 { scenario.pass(milliseconds: 1_000) }
    #expect(scenario.states["a"]?.start == nil)
    scenario.pass(milliseconds: 1_000)
    scenario.ready(3, of: "a")
    scenario.pass(milliseconds: 250)
    #expect(scenario.servers["a"] == 3)
    #expect(scenario.states["a"]?.renewalDue == nil)
  }

  // It was forgotten as the worker served that had started before, and had the damaged socket.
  @Test("a worker that starts while another one is to replace it is replaced, too")
  func renewalWhileStarting() {
    var scenario = IslandScenario(serving: ["a": "1"])
    scenario.end(1, of: "a")
    scenario.pass(milliseconds: 1_000)
    #expect(scenario.states["a"]?.start?.worker == 2)
    scenario.send(.reload(nil), to: "a")
    scenario.ready(2, of: "a")
    scenario.pass()
    scenario.ready(3, of: "a")
    scenario.pass(milliseconds: 250)
    #expect(scenario.servers["a"] == 3)
    #expect(scenario.states["a"]?.renewalDue == nil)
  }

  // MARK: - Lost sets

  // The island made a set of its own, or waited for ever.
  @Test("an island whose set is damaged requests a reload, until there is one that succeeds")
  func lost() {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.end(1, of: "a", .killed(signal: SIGSEGV))
    scenario.send(.reported(2, .lost), to: "a")
    scenario.end(2, of: "a")
    scenario.pass(milliseconds: 100)
    #expect(scenario.states["all"]?.start == .init(worker: 2, isReload: true))
    #expect(scenario.states["a"]?.start == nil)
    scenario.end(2, of: "all")
    #expect(scenario.states["all"]?.phase == .serving(1))
    scenario.pass(milliseconds: 1_000)
    #expect(scenario.states["all"]?.start == .init(worker: 3, isReload: true))
    // Although it has not changed.
    scenario.find(3, ["a": "1", "b": "1"])
    scenario.ready(3, of: "a")
    scenario.ready(3, of: "all")
    scenario.pass(milliseconds: 250)
    #expect(scenario.servers == ["all": 3, "a": 3, "b": 1])
  }

  @Test("while one is in progress, it requests no other")
  func lostDuringReload() {
    var scenario = IslandScenario(serving: ["a": "1"])
    scenario.send(.reload(7), to: "all")
    scenario.end(1, of: "a", .killed(signal: SIGSEGV))
    scenario.send(.reported(2, .lost), to: "a")
    scenario.end(2, of: "a")
    scenario.pass(milliseconds: 100)
    #expect(scenario.states["all"]?.start?.pending == nil)
    #expect(scenario.states["a"]?.restartDue == scenario.now + 1_000_000_000)
  }

  // MARK: - Limits

  private func limits(_ processes: Int) -> IslandLimits {
    var limits = IslandLimits()
    limits.processes = processes
    return limits
  }

  // Both had the limits of the last set that was tried.
  @Test(
    "each worker has the limits of its set, also one that starts again during a reload or after it")
  func limits() throws {
    var scenario = IslandScenario()
    scenario.send(.time, to: "all")
    scenario.find(1, ["a": "1"], limits(16))
    for name in ["all", "a"] { scenario.ready(1, of: name) }
    scenario.pass()
    scenario.send(.reload(7), to: "all")
    scenario.find(2, ["a": "2"], limits(32))
    func processes(of number: WorkerNumber) -> Int? {
      scenario.states["a"]?.workers[number]?.limits?.processes
    }
    #expect(processes(of: 1) == 16 && processes(of: 2) == 32)
    scenario.end(1, of: "a")
    scenario.pass(milliseconds: 1_000)
    let rescue = try #require(scenario.states["a"]?.rescue?.worker)
    #expect(processes(of: rescue) == 16)
    scenario.send(.reported(2, .failing("no port")), to: "all")
    #expect(scenario.answers[7]?.succeeded == false)
    scenario.end(rescue, of: "a")
    scenario.pass(milliseconds: 10_000)
    let again = try #require(scenario.states["a"]?.start?.worker)
    #expect(again != rescue && processes(of: again) == 16)
  }

  // MARK: - Sockets

  // The island whose worker had ended was reloaded.
  @Test("a damaged socket is opened again for the island whose workers have it")
  func damagedSocket() throws {
    var scenario = IslandScenario(serving: ["a": "1", "b": "1"])
    scenario.send(.opened(1, address: "127.0.0.1:1"), to: "a")
    scenario.send(.opened(1, address: "127.0.0.1:2"), to: "b")
    #expect(SharedAddresses(in: scenario.states).all.isEmpty)
    scenario.send(.reload(nil), to: "all")
    scenario.find(2, ["a": "1", "b": "2"])
    let shared = SharedAddresses(in: scenario.states)
    let (first, second) = (
      try #require(SocketAddress("127.0.0.1:1")), try #require(SocketAddress("127.0.0.1:2"))
    )
    #expect(shared.all == [second])
    #expect(shared.groups(with: [first]) == [])
    #expect(shared.groups(with: [first, second]) == ["b"])
    scenario.send(.stop, to: "b")
    #expect(SharedAddresses(in: scenario.states).all.isEmpty)
  }
}
