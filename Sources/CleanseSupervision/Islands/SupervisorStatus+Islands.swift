import CleanseSupport

extension SupervisorStatus.Island {
  /// - Parameters:
  ///   - name: The name of the island.
  ///   - status: The status of its group.
  init(_ name: String, _ status: SupervisorStatus) {
    (island, state, worker) = (name, status.state, status.worker)
    candidate = status.candidate
    (health, restarts, counts) = (status.health, status.restarts, status.counts)
    (lastEnd, secondsSinceEnd) = (status.lastEnd, status.secondsSinceEnd)
    (failedStart, fallback, recycling) = (status.failedStart, status.fallback, status.recycling)
    processes = status.usesOfWorkers
  }
}

extension Supervisor {
  /// Adds the status of the islands, by name, unless all plugins run in one process.
  func describeIslands(in status: inout SupervisorStatus, at now: UInt64) {
    guard islands.areUsed || groups.keys.contains(where: \.isIsland) else { return }
    let room = StatusRoom(sharedBy: groups.count)
    status.islands = groups.filter(\.key.isIsland).sorted { $0.key.text < $1.key.text }.map {
      name, group in
      let own = SupervisorStatus(of: group.state, process: getpid(), at: now, within: room)
      status.add((own.problems ?? []).map { "\(name.text): \($0)" })
      return SupervisorStatus.Island(name.text, own)
    }
    status.compareReturnedIslands()
  }
}

extension SupervisorStatus {
  /// Adds that the files differ from what serves if an island has gone back: the application still uses a set of these files.
  fileprivate mutating func compareReturnedIslands() {
    let returns = (islands ?? []).compactMap(\.fallback?.secondsAgo)
    guard secondsSinceChange == nil, let first = returns.max() else { return }
    (secondsSinceChange, haveChangesFailed) = (first, true)
    differences = [.plugins] + (differences ?? [])
  }
}
