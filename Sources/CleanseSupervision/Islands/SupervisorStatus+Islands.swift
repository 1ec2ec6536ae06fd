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
  /// The status of the islands, by name; nil if all plugins run in one process.
  func islandStatus(at now: UInt64) -> [SupervisorStatus.Island]? {
    guard islands.areUsed || groups.keys.contains(where: \.isIsland) else { return nil }
    return groups.filter(\.key.isIsland).sorted { $0.key.text < $1.key.text }.map { name, group in
      SupervisorStatus.Island(
        name.text, SupervisorStatus(of: group.state, process: getpid(), at: now))
    }
  }
}
