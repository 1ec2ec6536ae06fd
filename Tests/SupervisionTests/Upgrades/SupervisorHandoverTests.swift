import CleanseProcesses
import CleansePluginProbing
import CleanseSupport
import CleanseTestSupport
import Foundation
import Testing

@testable import CleanseSupervision

/// What one program hands over to another: a file that either of them may misunderstand.
@Suite("The handover to another program", .serialized)
struct SupervisorHandoverTests {
  private static let variable = "CLEANSE_SERVE_HANDOVER"

  /// The reason why a program does not take over; nil if it does.
  private func refusal(of text: String) throws -> String? {
    let file = try open(holding: text)
    setenv(Self.variable, "\(file)", 1)
    do throws(SupervisorHandover.Failure) {
      _ = try SupervisorHandover.taken()
    } catch {
      #expect(getenv(Self.variable) == nil)
      return error.reason
    }
    return nil
  }

  /// A file with a text that is in no directory any more.
  private func open(holding text: String) throws -> Int32 {
    let directory = try TemporaryDirectory()
    let file = Glibc.open(try directory.write(text.utf8, to: "handover"), O_RDWR)
    try #require(file >= 0)
    return file
  }

  @Test("is refused in a format that the program does not know")
  func format() throws {
    #expect(
      try refusal(of: #"{"format": 2, "version": "9.0.0", "more": []}"#)
        == "the program of version 9.0.0 hands over in the format 2, and this one takes over in the format 1"
    )
  }

  @Test(
    "is refused if it is malformed",
    arguments: ["", "{", "[]", "null", #"{"format": "1", "version": "1"}"#, #"{"format": -1}"#])
  func unreadable(text: String) throws {
    #expect(try refusal(of: text) == "what the other program hands over can't be read")
  }

  @Test("is refused if something is missing")
  func incomplete() throws {
    let reason = try #require(try refusal(of: #"{"format": 1, "version": "1.0.0"}"#))
    #expect(reason.hasPrefix("what the other program hands over is malformed: "), "\(reason)")
  }

  @Test(
    "is refused if the variable is malformed",
    arguments: ["", ":", "x", "1", "-4", "4:5:6", "4:x", "99999999999"])
  func variable(text: String) {
    setenv(Self.variable, text, 1)
    #expect(throws: SupervisorHandover.Failure.self) { _ = try SupervisorHandover.taken() }
    #expect(getenv(Self.variable) == nil)
  }

  @Test("is refused if the descriptor is not open")
  func closed() throws {
    setenv(Self.variable, "999", 1)
    #expect(throws: SupervisorHandover.Failure.self) { _ = try SupervisorHandover.taken() }
  }

  // A program that sent its orders in another form replaced one of the same format: the workers did not stop.
  @Test("has a format that counts for what is said to workers, too: another one is another format")
  func messages() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func line(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    var scenario = Scenario()
    scenario.send(Scenario.serving)
    let handover = SupervisorHandover(
      format: SupervisorHandover.format, version: "1.0.0", signalMask: 0,
      directory: .init(path: "/state", lock: 3),
      control: .init(path: "c.sock", descriptor: 4, lock: 5), statusSocket: nil,
      manager: .init(path: "/notify", watchdog: 1),
      sockets: [.init(address: "[::1]:1", descriptor: 6)],
      unusableNames: ["pipe"], group: try self.handover(of: scenario.state),
      islands: ["a": try self.handover(of: scenario.state)],
      servingIslands: .init(
        set: SetNumber(rawValue: 1),
        islands: [WorkerIsland(name: "a", plugins: ["a"], digest: "d")]), descriptorLimit: 1024,
      requests: [.init(number: 7, descriptor: 8)])
    let plugin = WorkerPlugin(identifier: "a", file: "a.so", reason: nil, canBeLeftOut: true)
    let reports: [WorkerReport] = [
      .reads(paths: ["p"], state: "s"), .selected([plugin]), .warned(["w"]), .started, .ready,
      .service(name: "s", state: "ready"), .answered(taskless: [1]),
      .checked([HealthResult(name: "h", error: nil)]), .blames(plugin: "a"), .failing("f"),
    ]
    var lines = try [line(handover)]
    lines += try [SupervisorOrder.stop, .check, .answer].map { try line($0) }
    lines += try reports.map { try line(WorkerMessage.report($0)) }
    expectGolden(lines.joined(separator: "\n"), "handover-1")
  }

  // MARK: - The state of a group

  private func handover(of state: GroupState) throws -> GroupHandover {
    let handover = GroupHandover(state) { number, worker in
      let confinement = try? JSONDecoder().decode(
        ConfinedProcess.Handover.self, from: Data(#"{"connection": -1}"#.utf8))
      return confinement.map {
        GroupHandover.Worker(
          number, worker, messages: -1, sockets: -1, output: -1, confinement: $0)
      }
    }
    return try JSONDecoder().decode(
      GroupHandover.self, from: JSONEncoder().encode(handover))
  }

  private func taking(_ scenario: Scenario) throws -> Scenario {
    var state = Scenario().state
    state.take(try handover(of: scenario.state), at: scenario.now)
    return Scenario(state: state, now: scenario.now)
  }

  @Test("lets the worker serve that served, until one of the new program replaces it")
  func serving() throws {
    var old = Scenario()
    old.send(Scenario.serving)
    var new = try taking(old)
    #expect(new.state.server == 1)
    #expect(new.state.hasServed && new.state.usedSets == old.state.usedSets)
    #expect(new.send([.event(.replacedProgram(answering: [7]))]) == [.fork(2)])
    #expect(new.send([.forked(2), .report(2, .started), .report(2, .ready)]) == [])
    let effects = new.send([.time(after: 300)])
    #expect(effects.contains(.order(1, .stop)) && new.state.server == 2, "\(effects)")
    #expect(
      effects.contains { if case .answer(7, let result) = $0 { result.succeeded } else { false } })
    #expect(new.send([.ended(1, .exited(0))]) == [.closeUnusedSockets])
  }

  // A plugin in a worker of the old program could have the files used as they were, without a reload.
  @Test("knows that plugins may run in the workers")
  func untrusted() throws {
    var old = Scenario()
    old.send(Scenario.serving)
    var new = try taking(old)
    new.send([.report(1, .lost)])
    #expect(new.state.sets.served != nil)
  }

  @Test("keeps the worker that serves if the new program can't start one")
  func failing() throws {
    var old = Scenario()
    old.send(Scenario.serving)
    var new = try taking(old)
    new.send([.event(.replacedProgram(answering: [])), .forked(2), .ended(2, .exited(1))])
    #expect(new.state.phase == .serving(1))
    new.send([.ended(1, .killed(signal: SIGKILL))])
    #expect(new.state.start?.isReload == false)
    #expect(new.state.workers[new.state.lastNumber]?.isSetNew == false)
  }

  @Test("goes on to stop a worker that stops")
  func stopping() throws {
    var old = Scenario()
    old.send(Scenario.onTrial + [.time(after: 300)])
    #expect(old.state.workers[1]?.isStopping == true)
    var new = try taking(old)
    #expect(new.state.server == 2)
    #expect(new.send([.time(after: 30_001)]).contains(.kill(1)))
  }

  @Test("starts a worker if none served")
  func restarting() throws {
    var old = Scenario()
    old.send(Scenario.restarting)
    let new = try taking(old)
    #expect(new.state.phase == .restarting(due: old.now))
    #expect(new.state.endCount == old.state.endCount)
  }
}
