import CCleanseProbe
import CCleanseSupervision
import CleanseSupport
import CleansePluginProbing
import CleanseProcesses

/// Reports how workers have ended, each in a process of its own: it reads debug information, which can take long or fail.
final class EndReporter {
  /// How long a report may take, in seconds.
  private static let patience: UInt32 = 10
  /// The largest number that an exit status has room for.
  private static let mostMissing = 255

  private let settings: SupervisorSettings
  private let originals: OriginalPaths
  /// The processes that write reports.
  private(set) var processes: Set<pid_t> = []

  init(_ settings: SupervisorSettings, _ originals: OriginalPaths) {
    (self.settings, self.originals) = (settings, originals)
  }

  /// - Returns: The number of lines that could not be written.
  private func write(_ end: ProgramEnd, of worker: pid_t, in group: String) -> Int {
    let log = SupervisorLog(settings, waits: true)
    for record in settings.entriesOfEnd(end) {
      log.write(record.of(worker: worker, mapping: originals.shown).of(group: group))
    }
    return log.missing
  }

  /// Starts a report.
  ///
  /// - Parameter group: The group of the worker.
  func report(_ cause: ProcessEnd, of worker: pid_t, _ page: SharedPage, in group: String) {
    fflush(nil)
    let process = cprobe_fork()
    if process == 0 {
      // Otherwise, a worker would not notice the end of the supervisor, whose lock would stay as well.
      cprobe_close_from(STDERR_FILENO + 1, nil, 0)
      csupervision_unblock_signals()
      // It ends this process.
      alarm(Self.patience)
      let ending = ProgramWatcher.Ending(cause: cause, isOverdue: false, received: [SIGKILL])
      let missing = write(ProgramEnd(ending, page, isServing: true), of: worker, in: group)
      _exit(Int32(min(missing, Self.mostMissing)))
    }
    if process > 0 { processes.insert(process) }
  }

  /// Takes the processes that have ended.
  ///
  /// - Returns: The number of lines that they could not write.
  func reap() -> Int {
    var missing = 0
    processes = processes.filter { process in
      var status: Int32 = 0
      guard unsafe waitpid(process, &status, WNOHANG) != 0 else { return true }
      if case .exited(let count) = ProcessEnd(waitStatus: status) { missing += Int(count) }
      return false
    }
    return missing
  }

  /// Whether no report is being written.
  var isIdle: Bool { processes.isEmpty }
}
