/// Which islands of the application serve, and which start together with one of its workers.
///
/// A worker of the application reports the islands of its set. Those that differ from the ones that run get a worker with that set.
/// If all become ready, and the application's worker as well, all serve from then on, and what they replace stops. If one fails, so
/// does the worker of the application, and nothing changes.
///
/// It is data, and decides: its functions return events for groups.
struct IslandStarts: Equatable {
  typealias Events = [(group: GroupName, event: GroupEvent)]

  /// The islands that a worker of the application has found.
  private struct Attempt: Equatable {
    let worker: WorkerNumber
    let islands: [WorkerIsland]
    /// Those that differ from the ones that run, and are started.
    let started: Set<GroupName>
    /// Those of them that are not ready.
    var waiting: Set<GroupName>
  }

  /// The islands that serve; nil before there are any.
  private(set) var serving: [WorkerIsland]?
  private var attempt: Attempt?

  /// Whether there are islands.
  var areUsed: Bool { serving != nil || attempt != nil }

  /// A worker of the application has found islands. Starts those that do not run.
  ///
  /// - Parameters:
  ///   - set: The set that the worker uses.
  ///   - groups: The states of all groups. Those of new islands are added before the events happen.
  mutating func begin(
    _ found: [WorkerIsland], of worker: WorkerNumber, using set: SetNumber,
    _ groups: [GroupName: GroupState]
  ) -> Events {
    let events = withdraw()
    let changed = found.filter { island in
      let hasServed = groups[.island(island.name)].map { $0.sets.served != nil && !$0.isStopping }
      return hasServed != true || serving?.contains(island) != true
    }
    let names = changed.map { GroupName.island($0.name) }
    attempt = Attempt(worker: worker, islands: found, started: Set(names), waiting: Set(names))
    guard !names.isEmpty else { return events + [(.all, .islandsReady(worker))] }
    // In the order in which the worker has found them.
    return events + names.map { ($0, .offered(set)) }
  }

  /// An island is ready to serve.
  mutating func takeReady(_ name: GroupName) -> Events {
    guard attempt?.waiting.remove(name) != nil, let attempt, attempt.waiting.isEmpty else {
      return []
    }
    return [(.all, .islandsReady(attempt.worker))]
  }

  /// An island could not be started.
  func takeFailure(of name: GroupName, _ reasons: [String], _ culprit: String?) -> Events {
    guard let attempt, attempt.started.contains(name) else { return [] }
    let reason = "the island \(name.text) can't be started: \(reasons.first ?? "")"
    return [(.all, .islandFailed(attempt.worker, reason: reason, culprit: culprit))]
  }

  /// Has the islands serve whose worker of the application does; or stops them if another one serves.
  ///
  /// - Parameter groups: The states of all groups.
  mutating func settle(_ groups: [GroupName: GroupState]) -> Events {
    guard let application = groups[.all] else { return [] }
    guard !application.isStopping else {
      attempt = nil
      return groups.filter { $0.key.isIsland && !$0.value.isStopping }.map { ($0.key, .stop) }
    }
    guard let attempt, application.start?.worker != attempt.worker else { return [] }
    guard application.server == attempt.worker else { return withdraw() }
    self.attempt = nil
    serving = attempt.islands
    let names = Set(attempt.islands.map { GroupName.island($0.name) })
    let gone = groups.keys.filter { $0.isIsland && !names.contains($0) }
    return attempt.started.map { ($0, .released) } + gone.map { ($0, .stop) }
  }

  /// Stops the islands that have started with a worker of the application which does not serve.
  private mutating func withdraw() -> Events {
    defer { attempt = nil }
    return (attempt?.started ?? []).map { ($0, .withdrawn) }
  }
}
