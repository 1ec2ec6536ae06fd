import CleansePluginMetadata
import CleanseSupport

/// The groups of islands.
extension Supervisor {
  /// The events of other groups that follow from the effects of an event of one.
  func follow(_ effects: [GroupEffect], of name: GroupName) -> Events {
    // Otherwise, each event would take as long as there are islands.
    guard !name.isIsland || effects.contains(where: \.concernsOtherGroups) else { return [] }
    return islands.follow(effects, of: name, groups.mapValues(\.state))
  }

  /// Prepares the group of an island that is to start for the first time.
  func prepareIsland(_ name: GroupName, for event: GroupEvent) {
    guard case .offered = event else { return }
    groups[name] = groups[name] ?? Group(settings, isIsland: true)
    descriptorLimit.makeRoom(forWorkers: groups.count)
  }

  /// The control group of a worker of an island; nil if nothing is limited.
  func controlGroup(
    of worker: GroupWorker, in name: GroupName
  ) throws(ControlGroups.Failure) -> FilePath? {
    guard let limits = worker.limits else { return nil }
    if controlGroups == nil {
      controlGroups = try ControlGroups(isTrial: trialReporter != nil)
    }
    return try controlGroups?.group(of: name.text, using: worker.set, limits)
  }

  /// Releases the control group of a worker that has ended or could not be started, unless another one with the same set uses it.
  func releaseControlGroup(of worker: GroupWorker?, in name: GroupName) {
    guard let worker, worker.limits != nil,
      groups[name]?.state.workers.values.contains(where: { $0.set == worker.set }) != true
    else { return }
    controlGroups?.release(name.text, using: worker.set)
  }

  /// Forgets the islands that have stopped.
  func removeStoppedIslands() {
    let stopped = groups.filter {
      $0.isIsland && $1.state.phase == .stopped && $1.processes.isEmpty
    }
    for name in stopped.keys { groups[name] = nil }
  }

  /// A stop of the application, and with it of its islands. A second one kills workers of all of them.
  var stopEvents: Events {
    groups[.all]?.state.isStopping == true ? events(.stop) : [(.all, .stop)]
  }
}
