/// What an entry of the log is about, as a code that programs compare.
///
/// Documentation/RunningAHost.md says of each what to do.
package enum LogEvent: String, Codable, CaseIterable, Sendable {
  // The program and its workers.
  case starting
  case signalReceived = "signal-received"
  case ready, reloaded, restarted, stopped
  case reloading
  case startSlow = "start-slow"
  case startFailed = "start-failed"
  case reloadFailed = "reload-failed"
  case workerEnded = "worker-ended"
  case workerStops = "worker-stops"
  case workerHangs = "worker-hangs"
  case workerAnswers = "worker-answers"
  case workerKilled = "worker-killed"
  case workerKept = "worker-kept"
  case workerRecycled = "worker-recycled"
  case recyclingDelayed = "recycling-delayed"
  case rescueStarted = "rescue-started"
  case restartDelayed = "restart-delayed"
  case wentBack = "went-back"
  case gaveUp = "gave-up"
  case stopFailed = "stop-failed"
  case programTried = "program-tried"
  case programReplaced = "program-replaced"
  case programKept = "program-kept"
  // What plugins do.
  case finding
  case pluginLeftOut = "plugin-left-out"
  case healthFailing = "health-failing"
  case healthPassing = "health-passing"
  case permissionRefused = "permission-refused"
  case permissionsIncomplete = "permissions-incomplete"
  case processLeft = "process-left"
  case output
  // Single services.
  case serviceStarting = "service-starting"
  case serviceReady = "service-ready"
  case serviceFailed = "service-failed"
  case serviceEnded = "service-ended"
  case serviceRestarting = "service-restarting"
  case serviceStopping = "service-stopping"
  case serviceStopped = "service-stopped"
  case serviceStuck = "service-stuck"
  // Resources of the program.
  case controlMissing = "control-missing"
  case copiesMisplaced = "copies-misplaced"
  case filesPolled = "files-polled"
  case monitorEnded = "monitor-ended"
  case monitorAnswers = "monitor-answers"
  case monitorUnconfined = "monitor-unconfined"
  case linesLost = "lines-lost"
  case logReopened = "log-reopened"
  case logNotReopened = "log-not-reopened"
  case logRemoved = "log-removed"
  case socketDamaged = "socket-damaged"
  case socketUnused = "socket-unused"
}

extension LogEvent {
  /// Whether a worker reports it. All others are those of the supervisor alone: code of plugins runs in workers.
  var isOfWorkers: Bool {
    switch self {
    case .startFailed, .workerStops, .finding, .serviceStarting, .serviceReady, .serviceFailed,
      .serviceEnded, .serviceRestarting, .serviceStopping, .serviceStopped, .serviceStuck:
      true
    default: false
    }
  }

  /// The level of its entries, unless one has its own.
  package var level: LogLevel {
    switch self {
    case .startFailed, .reloadFailed, .workerEnded, .workerStops, .workerHangs, .workerKept,
      .wentBack, .gaveUp, .programKept, .finding, .pluginLeftOut, .serviceFailed, .serviceEnded,
      .serviceStuck, .logNotReopened:
      .error
    case .workerKilled, .recyclingDelayed, .restartDelayed, .stopFailed, .healthFailing,
      .permissionRefused,
      .permissionsIncomplete, .processLeft, .serviceRestarting, .controlMissing, .copiesMisplaced,
      .filesPolled, .monitorEnded, .monitorUnconfined, .linesLost, .logRemoved, .socketDamaged,
      .socketUnused:
      .warning
    case .startSlow, .workerRecycled, .rescueStarted: .notice
    case .starting, .signalReceived, .ready, .reloaded, .restarted, .stopped, .programTried,
      .programReplaced, .workerAnswers, .healthPassing, .output, .monitorAnswers:
      .info
    case .reloading, .serviceStarting, .serviceReady, .serviceStopping, .serviceStopped,
      .logReopened:
      .debug
    }
  }
}
