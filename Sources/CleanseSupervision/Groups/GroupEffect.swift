import CleanseSupport

/// What a supervisor does for a group of services.
enum GroupEffect: Equatable, Sendable {
  /// Fork a worker. The next event is ``GroupEvent/forked(_:process:)`` or ``GroupEvent/notForked(_:_:)``.
  case fork(WorkerNumber)
  case order(WorkerNumber, SupervisorOrder)
  case kill(WorkerNumber)
  /// Find out what a worker does that owes an answer. The next event is ``GroupEvent/observed(_:_:)``.
  case observe(WorkerNumber)
  /// Measure the memory of a worker. The next event is ``GroupEvent/measured(_:memory:)``, unless it has ended.
  case measure(WorkerNumber)
  /// Report where a worker has ended.
  case reportEnd(WorkerNumber, ProcessEnd)
  case log(LogRecord)
  /// Notify the service manager.
  case notify([String])
  /// Answer a request for a reload.
  case answer(RequestNumber, SupervisorStatus.Reload)
  /// Say what a request for a reload waits for.
  case inform(RequestNumber, [String])
  /// Write what the processes of an island of a set need to know.
  case describe(String, SetNumber, String)
  /// Start the islands that a worker has found, as far as they differ from those that run.
  case startIslands(WorkerNumber, [WorkerIsland])
  /// The candidate of this island is ready.
  case becomeReady
  /// It was, and is about to end.
  case becomeUnready
  /// The candidate of this island could not be started, for reasons.
  ///
  /// - Parameter culprit: The plugin that made it fail, by identifier; nil if it is not known.
  case fail([String], culprit: String?)
  /// This island has no set any more, which a reload makes.
  case requestReload
  /// Watch paths, which a worker reads in this state.
  case watch([String], state: String)
  /// Close the sockets that are not among ``GroupState/usedAddresses``.
  case closeUnusedSockets
  /// Log which inherited sockets are not among those that a worker uses.
  case reportUnusedSockets(used: Set<String>)
  /// No worker is left: exit.
  case exit(status: Int32)
}

extension GroupEffect {
  /// Whether something follows from it for the group of the application, or for islands.
  var concernsOtherGroups: Bool {
    switch self {
    case .startIslands, .becomeReady, .becomeUnready, .fail, .requestReload, .exit: true
    case .fork, .order, .kill, .observe, .measure, .reportEnd, .log, .notify, .answer, .inform,
      .describe, .watch, .closeUnusedSockets, .reportUnusedSockets:
      false
    }
  }
}
