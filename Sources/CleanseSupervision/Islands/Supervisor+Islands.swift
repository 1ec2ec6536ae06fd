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

  /// Prepares for an event of an island: its group, if it is to start for the first time, and its control group, if the limits that an
  /// offer has brought are not used after all.
  func prepareIsland(_ name: GroupName, for event: GroupEvent) {
    switch event {
    case .offered:
      groups[name] = groups[name] ?? Group(settings, isIsland: true)
      descriptorLimit.makeRoom(forWorkers: groups.count)
    case .withdrawn:
      do throws(ControlGroups.Failure) {
        _ = try controlGroup(of: name)
      } catch {
        log.write(LogRecord(.startFailed, [error.reason]).of(group: name.text))
      }
    default: break
    }
  }

  /// The control group of the processes of an island; nil if nothing is limited. In a trial, that of the other program is.
  func controlGroup(of name: GroupName) throws(ControlGroups.Failure) -> FilePath? {
    guard trialReporter == nil, name.isIsland, let limits = islands.limits(of: name),
      !limits.isEmpty
    else { return nil }
    if controlGroups == nil { controlGroups = try ControlGroups() }
    return try controlGroups?.group(of: name.text, limits)
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

  /// A stop of the application, and with it of its islands. A second one kills workers of all of them.
  var stopEvents: Events {
    groups[.all]?.state.isStopping == true ? events(.stop) : [(.all, .stop)]
  }
}
