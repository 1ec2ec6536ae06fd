import CCleanseSupervision
import CleanseSupport
import CleansePluginProbing
import CleanseProcesses

/// Keeps worker processes running, and replaces them by new ones without a gap.
///
/// The parts work together like this. A ``GroupState`` says what a group of services does, and decides: it is data, and
/// `applying(_:at:)` a pure function. The supervisor has one thread and runs no code of plugins. In each round it waits, turns
/// signals, reports and ends of workers (``WorkerProcess``), requests on the control socket (``ControlServer``), changes of
/// files (``PathWatch``) and the time into events, and carries out their effects. The ``ListeningSockets`` are its own, so a
/// new worker starts beside the old one and accepts connections from the same sockets. So is the ``SupervisorLog``: what
/// workers print comes through a pipe, and is no event. In the worker, ``SupervisedWorker`` is the other end.
package final class Supervisor {
  typealias Events = IslandStarts.Events

  let settings: SupervisorSettings
  let log: SupervisorLog
  let manager: ServiceManager
  let signals: Int32
  let control: ControlServer?
  let statusServer: ControlServer?
  let program = RunningProgram()
  var monitor: MonitorProcess?
  /// What the process of `--http` has reported before the log was in use.
  var monitorEntries: [LogRecord] = []
  let watch: PathWatch
  let store: SetStore
  let originals: OriginalPaths
  let reporter: EndReporter
  var sockets: ListeningSockets
  var groups: [GroupName: Group]
  /// Processes that have ended, and can't be taken, as another process traces them.
  private var unreaped: Set<pid_t> = []
  private var adopted: AdoptedProcesses
  var recorded: RecordedPermissions?
  private var watchdogDue: UInt64?
  /// When the files of the supervisor are looked after.
  var resourcesDue: UInt64 = 0
  /// Why the files are compared every second, as the log has it.
  var pollingReason: String?
  /// When the supervisor began to stop; nil before, and if there was no worker to stop.
  var stopTime: UInt64?
  /// The status of the supervisor, once no worker is left.
  var exitStatus: Int32?
  var islands: IslandStarts
  var descriptorLimit: DescriptorLimit
  /// The control groups of islands; nil before one has limits.
  var controlGroups: ControlGroups?
  /// The trial of a program that is to replace this one.
  var trial: ProgramTrial?
  /// The version of a program that has passed, and the requests that it answers.
  var successor: (version: String, requests: [RequestNumber])?
  /// Why the last program could not replace this one; nil if none has failed to. One that succeeds has its own supervisor.
  var failedReplacement: GroupState.Dated<[String]>?
  /// Where this process reports that it can replace another program; nil unless it is a trial.
  let trialReporter: TrialReporter?
  /// What happens first.
  var first: Events

  /// How soon a message to the service manager is sent again.
  private static let resendInterval: UInt64 = 100_000_000
  /// How often reports are read when a worker has ended: the system keeps less.
  private static let lastReads = 16

  /// Runs the supervisor in this process, which never returns from here but in the worker processes that it forks.
  ///
  /// - Precondition: The process has one thread.
  package static func run(_ settings: SupervisorSettings) -> SupervisedWorker {
    var settings = settings
    if SupervisorHandover.isTrial {
      settings.name += " trial"
      // What it starts and stops is no event of the service.
      settings.log.level = min(settings.log.level, .warning)
      TrialErrors.restore()
    }
    let log = SupervisorLog(settings, waits: false)
    do throws(ControlServer.Failure) {
      let file = try openedFile(of: log)
      let supervisor = try Supervisor(settings, log, SupervisorParts(settings))
      try use(file, for: log)
      // A worker must not run the deinitializers: the descriptors are closed, and their numbers in use again.
      _ = unsafe Unmanaged.passRetained(supervisor)
      return supervisor.supervise()
    } catch {
      log.write(LogRecord(.startFailed, error.lines))
      exit(3)
    }
  }

  private init(
    _ settings: SupervisorSettings, _ log: SupervisorLog, _ parts: SupervisorParts
  ) throws(ControlServer.Failure) {
    (self.settings, self.log) = (settings, log)
    (control, statusServer) = (parts.control, parts.statusServer)
    (store, manager, sockets) = (parts.store, parts.manager, parts.sockets)
    trialReporter = parts.trialReporter
    (groups, islands, descriptorLimit) = (parts.groups, parts.islands, parts.descriptorLimit)
    first = parts.events.map { (.all, $0) }
    originals = OriginalPaths(in: store.directory)
    reporter = EndReporter(settings, originals)
    signals = csupervision_take_signals()
    guard signals >= 0 else {
      throw ControlServer.Failure(lines: ["can't receive signals: \(SystemError.last)"])
    }
    if let mask = parts.signalMask { csupervision_set_earlier_mask(mask) }
    do throws(SystemError) {
      adopted = try AdoptedProcesses(sparing: parts.workers)
    } catch {
      throw ControlServer.Failure(lines: ["can't adopt processes of workers: \(error)"])
    }
    watch = PathWatch(polls: settings.isWatching, stateOf: settings.stateOfPaths)
    watchdogDue = manager.watchdog.map { Clock.nanoseconds() + $0.nanoseconds / 2 }
    try beginMonitor(isNew: parts.isNew)
  }

  // MARK: - The loop

  private func supervise() -> SupervisedWorker {
    reportStart()
    log.write(LogRecord(.controlMissing, settings.warnings))
    let sources = [
      takeFirst, takeSignals, takeRefusals, takeReports, takeOutput, takeEnds, serveClients,
      takeChanges, passTime, takeTrial, reportTrial,
    ]
    while true {
      for source in sources {
        if let worker = apply(source()) { return worker }
      }
      log.add(missing: reporter.reap())
      removeUnusedSets()
      sweep()
      controlGroups?.removeReleased()
      removeStoppedIslands()
      exitIfStopped()
      wait()
    }
  }

  /// Waits until there is something to do.
  private func wait() {
    var polled = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
    func add(_ descriptor: Int32, _ events: Int32 = POLLIN) {
      polled.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    }
    for process in groups.values.flatMap(\.processes.values) {
      add(process.handle.number)
      if process.isConnected {
        add(process.messages.number, process.isSending ? POLLIN | POLLOUT : POLLIN)
        add(process.sockets.number)
      }
      if let calls = process.confined.descriptor { add(calls) }
      // Otherwise, it waits for the reader of the log.
      if process.isPrinting, log.hasRoom { add(process.output.number) }
    }
    if !log.hasRoom { add(log.descriptor, POLLOUT) }
    let now = Clock.nanoseconds()
    let connections = servers.flatMap { $0.polled(now: now) } + [monitor?.polled].compactMap(\.self)
    for (descriptor, isSending) in connections {
      add(descriptor, isSending ? POLLOUT : POLLIN)
    }
    add(watch.descriptor)
    if let trial {
      add(trial.handle.number)
      if trial.isPrinting { add(trial.output.number) }
    }
    let times =
      groups.values.map(\.state.due)
      + [watch.due, watchdogDue, trial?.deadline, monitor?.due].compactMap(\.self)
      + (manager.isSending ? [now + Self.resendInterval] : [])
      + servers.compactMap(\.due)
    let due = times.min() ?? .max
    let milliseconds = due <= now ? 0 : (due - now) / 1_000_000 + 1
    _ = unsafe poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds))
  }

  private func exitIfStopped() {
    guard let exitStatus, reporter.isIdle, !adopted.isEnding, trial == nil,
      groups.values.allSatisfy({ $0.state.phase == .stopped })
    else { return }
    for server in servers { server.remove() }
    store.remove()
    sockets.keepOnly([])
    _ = apply(serveClients())
    let time = stopTime.map { " in \(GroupTransition.words(Clock.nanoseconds() - $0))" } ?? ""
    let final = exitStatus == 0 ? islands.exitStatus : exitStatus
    let status = final == 0 ? "" : ", with status \(final)"
    log.write(.stopped, "stopped\(time)\(status)")
    log.finish()
    exit(final)
  }

  /// Takes processes that have lost their parents, and kills those of workers that have ended.
  private func sweep() {
    unreaped = unreaped.filter { waitpid($0, nil, WNOHANG) == 0 }
    let workers = groups.values.flatMap(\.processes.values).map(\.process)
    let others = [trial?.process].compactMap(\.self) + (monitor?.processes ?? [])
    let own = unreaped.union(workers).union(reporter.processes).union(others)
    log.write(each: .processLeft, adopted.sweep(sparing: own))
  }

  // MARK: - Events

  /// The same event of all groups.
  func events(_ event: GroupEvent) -> Events { groups.keys.map { ($0, event) } }

  /// The events of all processes.
  private func events(
    _ list: (GroupName, WorkerNumber, WorkerProcess) -> [GroupEvent]
  ) -> Events {
    groups.flatMap { name, group in
      group.processes.flatMap { list(name, $0, $1) }.map { (name, $0) }
    }
  }

  /// Answers the calls that workers are refused.
  private func takeRefusals() -> Events {
    events { _, number, process in
      let wasConfined = process.confined.isConfined
      for sentence in process.confined.refusals() {
        write(LogRecord(.permissionRefused, [sentence]), of: process)
      }
      return process.confined.isConfined && !wasConfined ? [.confined(number)] : []
    }
  }

  private func takeReports() -> Events {
    events { name, number, process in
      process.flush()
      return reports(of: number, process, in: name)
    }
  }

  private func reports(
    of number: WorkerNumber, _ process: WorkerProcess, in name: GroupName
  ) -> [GroupEvent] {
    var events: [GroupEvent] = []
    for message in process.received() {
      switch message {
      // A plugin of an island has written to the connection of its process.
      case .report(let report) where name.isIsland && report.isOfApplication: break
      case .report(let report):
        switch report {
        case .answered(let threads): process.observer.taskless = Set(threads)
        case .inspected: process.usesPlugins = true
        default: break
        }
        events.append(.reported(number, report.mapping(originals.shown)))
      case .entry(let record): if record.event.isOfWorkers { write(record, of: process) }
      }
    }
    let addresses = process.answerRequests { address throws(SystemError) in
      guard process.confined.mayListen(at: address) else { throw SystemError(number: EPERM) }
      let isOwn = SocketAddress(address).map { ownAddresses.contains($0.description) } ?? false
      guard !isOwn else { throw SystemError(number: EADDRINUSE) }
      let (descriptor, isReopened) = try sockets.descriptor(for: address)
      if isReopened {
        log.write(
          .socketDamaged,
          "the socket \(address) was damaged, or its file was removed: it is opened again")
      }
      return descriptor
    }
    events += addresses.map { .opened(number, address: $0) }
    return process.isConnected && !process.page.hasCrash ? events : events + [.broken(number)]
  }

  private func takeEnds() -> Events {
    let ends = events { name, number, process in
      process.handle.hasEnded ? end(of: number, process, in: name) : []
    }
    return ends.isEmpty ? [] : ends + replaceDamaged()
  }

  private func end(
    of number: WorkerNumber, _ process: WorkerProcess, in name: GroupName
  ) -> [GroupEvent] {
    var events: [GroupEvent] = []
    // What it has reported before it ended.
    for _ in 0..<Self.lastReads where process.isReporting {
      events += reports(of: number, process, in: name)
    }
    // Its group, before the number of the process can be used again.
    process.kill()
    adopted.end(of: process.process, mayLeaveDaemons: process.usesPlugins)
    write(process.lastPrintedLines(), printedBy: process)
    record(process)
    if let plugin = ProgramEnd.culprit(in: process.page) {
      events.append(.blamed(number, plugin: plugin))
    }
    var wait: Int32 = 0
    var cause: ProcessEnd?
    if unsafe waitpid(process.process, &wait, WNOHANG) == process.process {
      cause = ProcessEnd(waitStatus: wait)
    } else {
      // Another process traces it, and has to take it first: how it has ended is not known.
      unreaped.insert(process.process)
    }
    return events + [.ended(number, cause, hasCrash: process.page.hasCrash)]
  }

  private func takeChanges() -> Events {
    guard watch.hasChanged(now: Clock.nanoseconds()) else { return [] }
    return events(.files(watch.state)) + (settings.isWatching ? [(.all, .reload(nil))] : [])
  }

  private func passTime() -> Events {
    let now = Clock.nanoseconds()
    manager.resend()
    restoreResources(now: now)
    if let due = watchdogDue, let limit = manager.watchdog, due <= now {
      watchdogDue = now + limit.nanoseconds / 2
      manager.notify(["WATCHDOG=1"])
    }
    return events(.time)
  }
}
