import CleanseSupport

extension Supervisor {
  /// A group of services with the processes of its workers.
  struct Group {
    var state: GroupState
    var processes: [WorkerNumber: WorkerProcess] = [:]

    /// A group that has not started.
    init(_ settings: SupervisorSettings) {
      state = GroupState(
        readyDeadline: settings.readyDeadline, stopDeadline: settings.stopDeadline,
        hangDeadline: settings.hangDeadline, crashLimit: settings.crashLimit,
        restartLimit: settings.restartLimit)
    }

    /// The status of a supervisor of this group.
    ///
    /// - Parameter files: The state of the files at this time.
    mutating func status(of files: String, at now: UInt64) -> SupervisorStatus {
      state = state.applying(.files(files), at: now).state
      return SupervisorStatus(of: state, process: getpid(), at: now)
    }
  }

  /// The name of a group.
  struct GroupName: Hashable {
    let text: String

    /// The group of all services.
    static let all = GroupName(text: "all")
  }
}
