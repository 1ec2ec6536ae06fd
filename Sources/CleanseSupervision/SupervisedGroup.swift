import CleanseSupport

extension Supervisor {
  /// A group of services with the processes of its workers.
  struct Group {
    var state: GroupState
    var processes: [WorkerNumber: WorkerProcess] = [:]

    /// A group that has not started.
    ///
    /// - Parameter isIsland: Whether it is one of those that the application's workers have found.
    init(_ settings: SupervisorSettings, isIsland: Bool = false) {
      state = GroupState(
        readyDeadline: settings.readyDeadline, stopDeadline: settings.stopDeadline,
        hangDeadline: settings.hangDeadline, computeDeadline: settings.computeDeadline,
        crashLimit: settings.crashLimit, restartLimit: isIsland ? nil : settings.restartLimit,
        memoryLimit: settings.memoryLimit, isIsland: isIsland,
        hasIslands: settings.isolatesIslands && !isIsland)
    }

    /// The event that follows from ``GroupEffect/observe(_:)``; none if the worker has ended.
    func observed(_ number: WorkerNumber) -> [GroupEvent] {
      processes[number].map { [.observed(number, $0.observer.condition())] } ?? []
    }

    /// The event that follows from ``GroupEffect/measure(_:)``; none if the worker has ended.
    func measured(_ number: WorkerNumber) -> [GroupEvent] {
      let memory = processes[number].flatMap { ProcessStatus(of: $0.process).memory }
      return memory.map { [.measured(number, memory: $0)] } ?? []
    }

    /// The status of a supervisor of this group.
    ///
    /// - Parameters:
    ///   - files: The state of the files at this time.
    ///   - program: The program of the supervisor, which has a version.
    mutating func status(
      of files: String, _ program: RunningProgram, version: String, at now: UInt64
    ) -> SupervisorStatus {
      state = state.applying(.files(files), at: now).state
      var status = SupervisorStatus(of: state, process: getpid(), at: now)
      status.describe(program, version: version)
      return status
    }
  }
}
