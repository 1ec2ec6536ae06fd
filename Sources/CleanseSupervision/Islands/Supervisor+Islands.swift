import CleansePluginMetadata
import CleanseSupport

/// The groups of islands.
extension Supervisor {
  /// Starts the islands that a worker of the application has found, as far as they do not run.
  func start(_ found: [WorkerIsland], of worker: WorkerNumber) -> Events {
    guard let set = groups[.all]?.state.workers[worker]?.set else { return [] }
    let events = islands.begin(found, of: worker, using: set, groups.mapValues(\.state))
    descriptorLimit.makeRoom(forWorkers: groups.count + events.count)
    let limits = Dictionary(keepingFirst: found.map { ($0.name, $0.limits) })
    for case (let name, .offered) in events {
      groups[name] = groups[name] ?? Group(settings, isIsland: true)
      groups[name]?.limits = limits[name.text] ?? IslandLimits()
    }
    return events
  }

  /// Takes the description of an island from a worker of the application, before it has loaded plugins.
  func describe(_ island: WorkerIsland, as text: String, for worker: WorkerNumber) {
    guard let worker = groups[.all]?.state.workers[worker], !worker.isDivided else { return }
    store.describe(island.name, in: worker.set, as: text)
  }

  /// The control group of the processes of an island; nil if nothing is limited.
  func controlGroup(of name: GroupName) throws(ControlGroups.Failure) -> FilePath? {
    guard let limits = groups[name]?.limits, !limits.isEmpty else { return nil }
    if controlGroups == nil { controlGroups = try ControlGroups() }
    return try controlGroups?.group(of: name.text, limits)
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
    for name in stopped.keys {
      groups[name] = nil
      controlGroups?.remove(name.text)
    }
  }
}
