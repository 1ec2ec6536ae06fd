import CleansePluginMetadata

/// Which islands of the application serve, and which start together with one of its workers.
///
/// A worker of the application reports the islands of its set. Those that differ from the ones that run get a worker with that set.
/// If all become ready, and the application's worker as well, all serve from then on, and what they replace stops. If one fails, so
/// does the worker of the application, and nothing changes.
///
/// It is data, and decides: ``follow(_:of:_:)`` returns the events of other groups that follow from an event of one.
struct IslandStarts: Equatable {
  typealias Events = [(group: GroupName, event: GroupEvent)]
  typealias States = [GroupName: GroupState]

  /// The islands of a set that serves.
  struct Serving: Equatable, Codable {
    let set: SetNumber
    let islands: [WorkerIsland]
  }

  /// The islands that a worker of the application has found.
  private struct Attempt: Equatable {
    let worker: WorkerNumber
    let set: SetNumber
    let islands: [WorkerIsland]
    /// Those that differ from the ones that run, and are started, in the order in which the worker has found them.
    let started: [GroupName]
    /// What is different when all of them serve.
    let changes: SupervisorStatus.IslandChanges
    /// Those of them that are not ready.
    var waiting: Set<GroupName>
  }

  /// What serves; nil before there are islands.
  private(set) var serving: Serving?
  private var attempt: Attempt?
  /// The exit status of islands that could not stop with the application.
  private(set) var exitStatus: Int32 = 0

  /// Before there are any.
  init() {}

  /// The islands of another program, whose processes a reload replaces although their files are the same.
  init(taking serving: Serving?) {
    self.serving = serving.map { serving in
      Serving(
        set: serving.set,
        islands: serving.islands.map {
          WorkerIsland(name: $0.name, plugins: $0.plugins, limits: $0.limits, digest: "")
        })
    }
  }

  /// Whether there are islands.
  var areUsed: Bool { serving != nil || attempt != nil }

  /// What follows from an event of a group for the others.
  ///
  /// - Parameters:
  ///   - effects: The effects of the event.
  ///   - states: The states of all groups after it. Those of new islands are added before the events happen that are returned.
  mutating func follow(
    _ effects: [GroupEffect], of name: GroupName, _ states: States
  ) -> Events {
    var events: Events = []
    for effect in effects { events += follow(effect, of: name, states) }
    return events + (name.isIsland ? [] : resolve(states))
  }

  private mutating func follow(
    _ effect: GroupEffect, of name: GroupName, _ states: States
  ) -> Events {
    switch effect {
    case .startIslands(let worker, let found):
      return states[.all]?.workers[worker].map { begin(found, of: worker, using: $0.set, states) }
        ?? []
    case .becomeReady: return takeReady(name)
    case .becomeUnready: return takeUnready(name)
    case .fail(let reasons, let culprit): return takeFailure(of: name, reasons, culprit)
    // The one that is in progress has a set.
    case .requestReload: return states[.all]?.start == nil ? [(.all, .reload(nil))] : []
    case .exit(let status):
      // Of an island that is no part of the application any more, the log has the failure.
      let isEnd = name.isIsland && states[.all]?.isStopping == true
      if isEnd { exitStatus = max(exitStatus, status) }
      return []
    default: return []
    }
  }

  /// A worker of the application has found islands. Starts those that do not run.
  private mutating func begin(
    _ found: [WorkerIsland], of worker: WorkerNumber, using set: SetNumber, _ states: States
  ) -> Events {
    let events = withdraw()
    let changed = found.filter { !runs($0, of: set, states) }
    let names = changed.map { GroupName.island($0.name) }
    attempt = Attempt(
      worker: worker, set: set, islands: found, started: names,
      changes: Self.changes(starting: names, of: found, states), waiting: Set(names))
    guard !names.isEmpty else { return events + ready }
    return events
      + changed.map { island in
        let limits = island.limits.isEmpty ? nil : island.limits
        return (.island(island.name), .offered(set, limits))
      }
  }

  /// What is different when the islands of a set run.
  ///
  /// - Parameter names: Those that are started.
  private static func changes(
    starting names: [GroupName], of found: [WorkerIsland], _ states: States
  ) -> SupervisorStatus.IslandChanges {
    let kept = Set(found.map { GroupName.island($0.name) })
    func runs(_ name: GroupName) -> Bool {
      states[name].map { $0.hasServed && !$0.isStopping } ?? false
    }
    return SupervisorStatus.IslandChanges(
      replaced: names.filter(runs).map(\.text).sorted(),
      started: names.filter { !runs($0) }.map(\.text).sorted(),
      stopped: states.keys.filter { $0.isIsland && !kept.contains($0) && runs($0) }.map(\.text)
        .sorted())
  }

  /// All islands of the attempt are ready.
  private var ready: Events {
    attempt.map { [(.all, .islandsReady($0.worker, $0.changes))] } ?? []
  }

  /// Whether an island of a set runs already, or will when its own worker has been started again.
  private func runs(_ island: WorkerIsland, of set: SetNumber, _ states: States) -> Bool {
    guard let state = states[.island(island.name)], !state.isStopping, state.sets.served != nil,
      let running = serving?.islands.first(where: { $0.name == island.name })
    else { return false }
    // The application has started again: whether the island has gone back is its own business.
    if serving?.set == set { return running.plugins == island.plugins }
    return running == island && state.fallback == nil
  }

  /// An island is ready to serve.
  private mutating func takeReady(_ name: GroupName) -> Events {
    guard attempt?.waiting.remove(name) != nil, attempt?.waiting.isEmpty == true else { return [] }
    return ready
  }

  /// An island that was ready is not any more.
  private mutating func takeUnready(_ name: GroupName) -> Events {
    guard let attempt, attempt.started.contains(name) else { return [] }
    self.attempt?.waiting.insert(name)
    return [(.all, .islandsUnready(attempt.worker))]
  }

  /// An island could not be started. A plugin can report what it wants of its own island, and so can't blame those of others, which
  /// might be left out.
  private func takeFailure(
    of name: GroupName, _ reasons: [String], _ culprit: String?
  ) -> Events {
    guard let attempt, attempt.started.contains(name) else { return [] }
    let reason = "the island \(name.text) can't be started: \(reasons.first ?? "")"
    let island = attempt.islands.first { .island($0.name) == name }
    let own = culprit.flatMap { island?.plugins.contains($0) == true ? $0 : nil }
    return [(.all, .islandFailed(attempt.worker, reason: reason, culprit: own))]
  }

  /// Has the islands serve whose worker of the application does; or stops them if another one serves.
  private mutating func resolve(_ states: States) -> Events {
    guard let application = states[.all] else { return [] }
    guard !application.isStopping else {
      attempt = nil
      return stop(by: .stop, where: { _ in true }, states)
    }
    guard let attempt else { return [] }
    guard application.start?.worker != attempt.worker else { return [] }
    guard application.server == attempt.worker else { return withdraw() }
    self.attempt = nil
    serving = Serving(set: attempt.set, islands: attempt.islands)
    let names = Set(attempt.islands.map { GroupName.island($0.name) })
    return attempt.started.map { ($0, .released) }
      + stop(by: .dropped, where: { !names.contains($0) }, states)
  }

  /// Stops islands that do not stop yet: to those, it would be a second signal, which kills.
  private func stop(
    by event: GroupEvent, where isUnneeded: (GroupName) -> Bool, _ states: States
  ) -> Events {
    states.filter { $0.key.isIsland && !$0.value.isStopping && isUnneeded($0.key) }
      .sorted { $0.key.text < $1.key.text }.map { ($0.key, event) }
  }

  /// Stops the islands that have started with a worker of the application which does not serve.
  private mutating func withdraw() -> Events {
    defer { attempt = nil }
    return (attempt?.started ?? []).map { ($0, .withdrawn) }
  }
}
