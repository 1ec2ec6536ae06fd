import CSupervision
import CleanseSupport
import Glibc
import PluginProbing

/// Keeps a worker process running, and replaces it by a new one without a gap.
///
/// It has one thread, runs no code of plugins, and waits for signals, reports of workers, requests on its control socket
/// and changes of files. A new worker starts beside the old one, with the same listening sockets; the old one stops when
/// the new one has been ready for a moment. A worker that ends by itself is started again, at first at once, later after a
/// growing delay.
package final class Supervisor {
  let settings: SupervisorSettings
  let log: SupervisorLog
  let manager = ServiceManager()
  private let signals: Int32
  let control: ControlServer?
  let watch: PathWatch?
  let reporter: EndReporter
  var sockets = ListeningSockets()
  var clients: [ControlServer.Client] = []
  /// All workers that have not ended.
  var workers: [WorkerProcess] = []
  /// The worker that serves.
  var current: WorkerProcess?
  /// The worker that is to replace it, or to be the first.
  var candidate: WorkerProcess?
  /// The number of workers that have been started.
  var generation = 0
  /// Whether a worker has been the current one.
  var hasServed = false
  /// The addresses of the sockets of the last worker that has served.
  var servedAddresses: Set<String> = []
  /// Processes that have ended, and can't be taken, as another process traces them.
  var unreaped: Set<pid_t> = []
  /// When the supervisor was ordered to stop; nil before.
  private var stoppingSince: UInt64?
  /// Whether a worker is to be started in the next round of the loop.
  var isWanted = true
  /// Whether a reload was requested while a worker started.
  var isReloadPending = false
  var isReloading = false
  /// The number of reloads that have begun.
  var reloadNumber = 0
  var restartDue: UInt64?
  private var checkDue: UInt64
  private var watchdogDue: UInt64?
  var delay = RestartDelay()
  var lastReload: (time: UInt64, reload: SupervisorStatus.Reload)?
  var lastEnd: (time: UInt64, phrase: String)?
  /// Why no worker could be started the last time; nil if one has been ready since.
  var failedStart: (time: UInt64, reasons: [String])?
  var endCount = 0
  var exitStatus: Int32 = 0

  /// How often workers are checked.
  private static let checkInterval: UInt64 = 2_000_000_000
  /// How soon a message to the service manager is sent again.
  private static let resendInterval: UInt64 = 100_000_000
  /// After this time without an answer, a worker does not respond.
  private static let patience: UInt64 = 10_000_000_000
  /// Signals that arrive within this time are one: a terminal and a shell may both send it.
  private static let doubleSignalTime: UInt64 = 300_000_000

  /// Runs the supervisor in this process, which never returns from here but in the worker processes that it forks.
  ///
  /// - Precondition: The process has one thread.
  package static func run(_ settings: SupervisorSettings) -> SupervisedWorker {
    let log = SupervisorLog(name: settings.name, waits: false)
    do throws(ControlServer.Failure) {
      let supervisor = try Supervisor(settings, log)
      // A worker must not run the deinitializers: the descriptors are closed, and their numbers in use again.
      _ = unsafe Unmanaged.passRetained(supervisor)
      return supervisor.supervise()
    } catch {
      log.write(.error, error.lines)
      exit(3)
    }
  }

  private init(
    _ settings: SupervisorSettings, _ log: SupervisorLog
  ) throws(ControlServer.Failure) {
    self.settings = settings
    self.log = log
    reporter = EndReporter(settings.reportEnd)
    if let path = settings.control {
      control = try ControlServer(path: path)
    } else {
      control = nil
    }
    signals = csupervision_take_signals()
    guard signals >= 0 else {
      throw ControlServer.Failure(lines: ["can't receive signals: \(SystemError.last)"])
    }
    watch = settings.isWatching ? PathWatch(stateOf: settings.stateOfPaths) : nil
    checkDue = Clock.nanoseconds() + Self.checkInterval
    watchdogDue = manager.watchdog.map { Clock.nanoseconds() + $0.nanoseconds / 2 }
  }

  // MARK: - The loop

  private func supervise() -> SupervisedWorker {
    while true {
      if isWanted {
        isWanted = false
        if let worker = startWorker() { return worker }
      }
      finishIfDone()
      wait()
      let now = Clock.nanoseconds()
      takeSignals(now)
      for worker in workers {
        worker.flush()
        takeReports(of: worker)
      }
      for worker in workers where worker.hasEnded { end(of: worker) }
      reporter.reap()
      reapAdopted()
      serveClients(now)
      if let watch, watch.hasChanged(now: now), !isStopping { reload() }
      runTimers(now)
    }
  }

  /// Waits until there is something to do.
  private func wait() {
    var polled = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
    func add(_ descriptor: Int32, _ events: Int32 = POLLIN) {
      polled.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    }
    for worker in workers {
      add(worker.handle)
      if worker.isConnected {
        add(worker.messages, worker.isSending ? POLLIN | POLLOUT : POLLIN)
        add(worker.sockets)
      }
    }
    let now = Clock.nanoseconds()
    if let control, clients.count < ControlServer.mostClients, control.retryDue <= now {
      add(control.descriptor)
    }
    for client in clients { add(client.descriptor, client.isSending ? POLLOUT : POLLIN) }
    if let watch { add(watch.descriptor) }
    let times =
      [restartDue, watch?.due, checkDue, watchdogDue, candidate?.trialEnd]
      + [manager.isSending ? now + Self.resendInterval : nil]
      + workers.map(\.deadline) + clients.map { $0.isWaiting ? nil : $0.deadline }
    let due = times.compactMap(\.self).min() ?? .max
    let milliseconds = due <= now ? 0 : (due - now) / 1_000_000 + 1
    _ = unsafe poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds))
  }

  private func finishIfDone() {
    guard isStopping, workers.isEmpty, reporter.isIdle else { return }
    control?.remove()
    sockets.keepOnly([])
    serveClients(Clock.nanoseconds())
    log.write(.info, "stopped")
    exit(exitStatus)
  }

  /// Takes processes that have lost their parents, if this is the first process of a container.
  private func reapAdopted() {
    unreaped = unreaped.filter { waitpid($0, nil, WNOHANG) == 0 }
    while true {
      let process = csupervision_ended_child()
      guard process > 0, !unreaped.contains(process), !reporter.owns(process),
        !workers.contains(where: { $0.process == process })
      else { return }
      waitpid(process, nil, WNOHANG)
    }
  }

  // MARK: - Signals

  private func takeSignals(_ now: UInt64) {
    while true {
      switch csupervision_next_signal(signals) {
      case 0: return
      case SIGTERM, SIGINT:
        guard let stoppingSince else {
          stop()
          continue
        }
        guard now > stoppingSince + Self.doubleSignalTime else { continue }
        log.write(.warning, "killing \(workers.count) worker processes, as a second signal says")
        for worker in workers { worker.kill() }
      case SIGHUP: reload()
      default: break
      }
    }
  }

  var isStopping: Bool { stoppingSince != nil }

  /// Stops all workers, and then the supervisor.
  func stop(status: Int32 = 0, because reasons: [String] = ["the program is stopping"]) {
    guard !isStopping else { return }
    stoppingSince = Clock.nanoseconds()
    exitStatus = status
    (isWanted, isReloadPending, restartDue) = (false, false, nil)
    manager.notify("STOPPING=1", "STATUS=stopping")
    finishReload(failing: reasons)
    for worker in workers { stop(worker) }
  }

  func stop(_ worker: WorkerProcess) {
    guard worker.phase != .stopping else { return }
    worker.trialEnd = nil
    worker.enter(.stopping, deadline: settings.stopDeadline)
    worker.order(.stop)
  }

  // MARK: - Reloading

  /// Starts a reload, or another one after the start of a worker that is in progress.
  ///
  /// - Returns: The number of the reload.
  @discardableResult func reload() -> Int {
    guard !isStopping else { return reloadNumber }
    guard candidate == nil else {
      isReloadPending = true
      return reloadNumber + 1
    }
    reloadNumber += 1
    if hasServed {
      isReloading = true
      log.write(.info, "reloading")
      manager.notify(
        "RELOADING=1", "MONOTONIC_USEC=\(Clock.nanoseconds() / 1000)", "STATUS=reloading")
    }
    restartDue = nil
    isWanted = true
    return reloadNumber
  }

  /// Ends a reload, if there is one, and answers the programs that wait for it.
  func finishReload(failing reasons: [String]? = nil) {
    let reload = SupervisorStatus.Reload(
      succeeded: reasons == nil, reasons: reasons ?? [],
      keepsOld: reasons != nil && current != nil && !isStopping, secondsAgo: 0)
    if isReloading {
      isReloading = false
      lastReload = (Clock.nanoseconds(), reload)
      if let reasons, !isStopping {
        log.write(.error, reload.summary)
        manager.notify("READY=1", "STATUS=\(reload.summary): \(reasons.first ?? "")")
      }
    }
    for client in clients {
      guard let number = client.awaitedReload, number <= reloadNumber || isStopping else {
        continue
      }
      client.answer(.reloaded(reload))
    }
  }

  func startPending() {
    guard isReloadPending, !isStopping else { return }
    isReloadPending = false
    reload()
  }

  // MARK: - Time

  private func runTimers(_ now: UInt64) {
    for worker in workers {
      if let deadline = worker.deadline, deadline <= now { expire(worker) }
    }
    if let worker = candidate, let end = worker.trialEnd, end <= now || current == nil {
      replace(current, by: worker)
    }
    if let due = restartDue, due <= now, !isStopping {
      restartDue = nil
      isWanted = candidate == nil
    }
    if checkDue <= now {
      checkDue = now + Self.checkInterval
      for worker in workers where worker.phase == .ready && !worker.isSending { worker.check() }
    }
    manager.resend()
    if let due = watchdogDue, let limit = manager.watchdog, due <= now {
      watchdogDue = now + limit.nanoseconds / 2
      // Without a worker that serves, there is nothing that could hang but the supervisor.
      if current.map(responds) ?? true { manager.notify("WATCHDOG=1") }
    }
  }

  /// Whether the worker has answered lately. One that stops has a deadline instead.
  func responds(_ worker: WorkerProcess) -> Bool {
    worker.phase == .stopping || Clock.nanoseconds() < worker.answered + Self.patience
  }
}

extension Duration {
  /// The whole duration in nanoseconds.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(clamping: seconds) * 1_000_000_000 + UInt64(clamping: attoseconds / 1_000_000_000)
  }
}
