/// The groups of islands.
extension Supervisor {
  /// Starts the islands that a worker of the application has found, as far as they do not run.
  func start(_ found: [WorkerIsland], of worker: WorkerNumber) -> Events {
    guard let set = groups[.all]?.state.workers[worker]?.set else { return [] }
    let events = islands.begin(found, of: worker, using: set, groups.mapValues(\.state))
    for case (let name, .offered) in events where groups[name] == nil {
      groups[name] = Group(settings, isIsland: true)
    }
    return events
  }

  /// Lets islands serve, or stops them, if that follows from the state of the application.
  func settleIslands() -> Events {
    islands.areUsed ? islands.settle(groups.mapValues(\.state)) : []
  }

  /// Forgets the islands that have stopped.
  func removeStoppedIslands() {
    let stopped = groups.filter {
      $0.isIsland && $1.state.phase == .stopped && $1.processes.isEmpty
    }
    for name in stopped.keys { groups[name] = nil }
  }
}
