import CleansePluginMetadata
import CleanseProcesses
import CleansePluginProbing
import CleanseSupport
import CleanseTestSupport
import Foundation
@testable import CleanseSupervision

/// An application with islands, and the processes of their workers. Its extensions have the events, and the rules.
struct IslandWorld: RandomWorld {
  struct Process {
    var isKilled = false
    var isStopping = false
    var isDivided = false
  }

  /// A new set has some of these islands, each with one of a few digests.
  private static let names = ["a", "b", "c"]

  private static let unconfined: ConfinedProcess.Handover = {
    let text = #"{"connection": -1}"#
    do {
      return try JSONDecoder().decode(ConfinedProcess.Handover.self, from: Data(text.utf8))
    } catch { fatalError("\(error)") }
  }()

  var generator: SeededGenerator
  var states: [GroupName: GroupState] = [
    .all: GroupState(
      readyDeadline: .seconds(60), stopDeadline: .seconds(30), computeDeadline: .seconds(60),
      memoryLimit: 100, hasIslands: true)
  ]
  var islands = IslandStarts()
  var now: UInt64 = 1_000_000_000
  /// The processes that have not ended.
  var processes: [GroupName: [WorkerNumber: Process]] = [:]
  var requests: Set<RequestNumber> = []
  private var requestCount = 0
  var isStopped = false
  var exits: Set<GroupName> = []

  /// The islands of each set, without plugins that are left out.
  private var contents: [SetNumber: [WorkerIsland]] = [:]
  /// The islands that workers of a set have described for those that run them.
  var described: [SetNumber: Set<String>] = [:]
  /// The sets whose copies exist.
  var stored: Set<SetNumber> = []
  /// The set of the application, and what each island runs, as far as that has been released.
  var servedSet: SetNumber?
  /// The workers of the application that have started islands.
  var starters: Set<WorkerNumber> = []
  var running: [GroupName: WorkerIsland] = [:]
  /// What an island runs from a set.
  var offers: [GroupName: WorkerIsland] = [:]
  /// The sets that have served as a whole.
  var wholeSets: Set<SetNumber> = []
  /// The groups that fork.
  var forking: Set<GroupName> = []

  var count = 0
  var problems: [String] = []
  private var history: [(UInt64, GroupName, GroupEvent, GroupState.Phase, [GroupEffect])] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  // MARK: - What happens

  /// Sends an event, and what follows from it.
  ///
  /// - Parameter ended: The worker that has ended.
  mutating func send(_ event: GroupEvent, to name: GroupName, of ended: WorkerNumber? = nil) {
    let sets = states.compactMapValues(\.servingSet)
    let (reloads, server) = (states[.all]?.counts, states[.all]?.server)
    var events: IslandStarts.Events = [(name, event)]
    while !events.isEmpty {
      let (name, event) = events.removeFirst()
      add(name, for: event)
      guard let before = states[name] else { continue }
      count += 1
      let (state, effects) = before.applying(event, at: now)
      states[name] = state
      history.append((now, name, event, state.phase, effects))
      take(event, of: name, before)
      for effect in effects { events += take(effect, of: name, ended) }
      let further = islands.follow(effects, of: name, states)
      for case (let island, .offered(let set, _)) in further { checkOffer(of: island, set) }
      events += further
    }
    let failed = states[.all]?.counts.failedReloads
    // One that fails at once can follow a start that has succeeded.
    if failed != reloads?.failedReloads, states[.all]?.server == server {
      checkReload(sets, event)
    }
    stored = states.values.reduce(into: []) { $0.formUnion($1.usedSets) }
    for (name, state) in states where name.isIsland && state.phase == .stopped {
      states[name] = nil
      running[name] = nil
    }
    check()
  }

  private mutating func add(_ name: GroupName, for event: GroupEvent) {
    guard case .offered = event, states[name] == nil else { return }
    exits.remove(name)
    states[name] = GroupState(
      readyDeadline: .seconds(60), stopDeadline: .seconds(30), computeDeadline: .seconds(60),
      memoryLimit: 100, isIsland: true)
  }

  mutating func reload(isAnswered: Bool) {
    guard isAnswered else { return send(.reload(nil), to: .all) }
    requestCount += 1
    let request = RequestNumber(rawValue: requestCount)
    requests.insert(request)
    send(.reload(request, allowsLoss: generator.happens(0.3)), to: .all)
  }

  /// Another program takes over all groups, as soon as none starts a worker.
  mutating func replaceProgram() {
    guard states.values.allSatisfy({ $0.start == nil && !$0.isStopping }) else { return }
    for (name, state) in states {
      let handover = GroupHandover(state) { number, worker in
        GroupHandover.Worker(
          number, worker, messages: -1, sockets: -1, output: -1,
          confinement: Self.unconfined)
      }
      var other = GroupState(
        readyDeadline: .seconds(60), stopDeadline: .seconds(30), computeDeadline: .seconds(60),
        memoryLimit: 100, isIsland: name.isIsland, hasIslands: !name.isIsland)
      other.take(handover, at: now)
      states[name] = other
    }
    (islands, running, servedSet) = (IslandStarts(taking: islands.serving), [:], nil)
    for (name, workers) in processes {
      for number in workers.keys { processes[name]?[number]?.isDivided = true }
    }
    send(.replacedProgram(answering: []), to: .all)
  }

  // MARK: - Sets

  /// The islands of the set of a worker.
  mutating func islands(of worker: GroupWorker) -> [WorkerIsland] {
    if contents[worker.set] == nil {
      contents[worker.set] = Self.names.filter { _ in generator.happens(0.7) }.map { name in
        WorkerIsland(
          name: name, plugins: [name, "\(name)2"], limits: randomLimits(),
          digest: "\(Int.random(in: 0..<2, using: &generator))")
      }
    }
    return (contents[worker.set] ?? []).compactMap { island in
      let plugins = island.plugins.filter { !worker.without.contains($0) }
      guard !plugins.isEmpty else { return nil }
      let suffix = plugins == island.plugins ? "" : " without"
      return WorkerIsland(
        name: island.name, plugins: plugins, limits: island.limits, digest: island.digest + suffix)
    }
  }

  private mutating func randomLimits() -> IslandLimits {
    var limits = IslandLimits()
    limits.processes = [nil, 16, 17].randomElement(using: &generator) ?? nil
    return limits
  }

  /// The limits of an island in a set.
  func limits(of name: GroupName, in set: SetNumber) -> IslandLimits? {
    contents[set]?.first { $0.name == name.text }?.limits
  }

  /// The plugins of a worker. Some may be left out.
  mutating func selection(of name: GroupName, _ worker: GroupWorker) -> [WorkerPlugin] {
    let plugins =
      name.isIsland ? [name.text, "\(name.text)2"] : Self.names.flatMap { [$0, "\($0)2"] }
    return plugins.filter { !worker.without.contains($0) }.map { name in
      WorkerPlugin(
        identifier: name, file: FilePath(name), reason: generator.happens(0.02) ? "fails" : nil,
        canBeLeftOut: name.hasSuffix("2"))
    }
  }

  // MARK: - Problems

  mutating func fail(_ problem: String) { problems.append(problem) }

  /// What the last events led to.
  var lastEvents: String {
    history.suffix(30).map { now, name, event, phase, effects in
      "\(now / 1_000_000) ms: \(name.text) \(event) -> \(phase) \(effects)"
    }.joined(separator: "\n").replacing("CleanseSupervision.", with: "")
      .replacing(/WorkerNumber\(rawValue: (\d+)\)/) { $0.1 }
      .replacing(
        /, requests: \[\], allowsLoss: false, pending: nil, pendingAllowsLoss: false/, with: ""
      )
      .replacing(/GroupEffect.log\(.*? code: nil\)\)/, with: "log")
  }
}

extension GroupState {
  /// The set of the worker that serves.
  var servingSet: SetNumber? { server.flatMap { workers[$0]?.set } }
}
