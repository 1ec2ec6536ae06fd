import CleanseSupport
import CProbe
import CSupervision
import Glibc
import PluginProbing

/// Keeps a worker process running, and replaces it by a new one without a gap.
///
/// It has one thread, runs no code of plugins, and waits for signals, reports of workers, requests on its control socket
/// and changes of files. A new worker starts beside the old one, with the same listening sockets; the old one stops when
/// the new one is ready. A worker that ends by itself is started again, at first at once, later after a growing delay.
package final class Supervisor {
  private let settings: SupervisorSettings
  private let log: SupervisorLog
  private let manager = ServiceManager()
  private let signals: Int32
  private let control: ControlServer?
  private let watch: PathWatch?
  private var sockets = ListeningSockets()
  private var clients: [ControlServer.Client] = []
  /// All workers that have not ended.
  private var workers: [WorkerProcess] = []
  /// The worker that serves.
  private var current: WorkerProcess?
  /// The worker that is to replace it, or to be the first.
  private var candidate: WorkerProcess?
  private var generation = 0
  private var hasServed = false
  private var isStopping = false
  /// Whether a worker is to be started in the next round of the loop.
  private var isWanted = true
  /// Whether a reload was requested while a worker started.
  private var isReloadPending = false
  private var isReloading = false
  private var restartDue: UInt64?
  private var changeDue: UInt64?
  private var firstChange: UInt64?
  private var checkDue: UInt64
  private var watchdogDue: UInt64?
  private var delay = RestartDelay()
  private var lastReload: (time: UInt64, reload: SupervisorStatus.Reload)?
  private var lastEnd: String?
  private var endCount = 0
  private var failureStatus: Int32 = 0
  /// Processes that report how a worker has ended.
  private var reporters: Set<pid_t> = []

  /// How often workers are checked.
  private static let checkInterval: UInt64 = 2_000_000_000
  /// After this time without an answer, a worker does not respond.
  private static let patience: UInt64 = 10_000_000_000
  /// After the last change of a file, and after the first one.
  private static let quietTime: UInt64 = 200_000_000
  private static let longestNoise: UInt64 = 2_000_000_000

  /// Runs the supervisor in this process, which never returns from here but in the worker processes that it forks.
  ///
  /// - Precondition: The process has one thread.
  package static func run(_ settings: SupervisorSettings) -> SupervisedWorker {
    let log = SupervisorLog(name: settings.name)
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
    if let path = settings.control {
      control = try ControlServer(path: path)
    } else {
      control = nil
    }
    signals = csupervision_take_signals()
    guard signals >= 0 else {
      throw ControlServer.Failure(lines: ["can't receive signals: \(SystemError.last)"])
    }
    do throws(SystemError) {
      watch = settings.isWatching ? try PathWatch(stateOf: settings.stateOfPaths) : nil
    } catch {
      throw ControlServer.Failure(lines: ["can't watch files: \(error)"])
    }
    checkDue = Clock.nanoseconds() + Self.checkInterval
    watchdogDue = manager.watchdog.map { Clock.nanoseconds() + $0.nanoseconds / 2 }
  }

  // MARK: - The loop

  private func supervise() -> SupervisedWorker {
    while true {
      if isWanted {
        isWanted = false
        if let worker = start() { return worker }
      }
      finishIfDone()
      wait()
      let now = Clock.nanoseconds()
      takeSignals()
      for worker in workers { takeReports(of: worker) }
      for worker in workers where hasEnded(worker) { end(of: worker) }
      reapReporters()
      serveClients(now)
      takeChanges(now)
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
        add(worker.messages)
        add(worker.sockets)
      }
    }
    if let control, clients.count < ControlServer.mostClients { add(control.descriptor) }
    for client in clients { add(client.descriptor, client.isSending ? POLLOUT : POLLIN) }
    if let watch { add(watch.descriptor) }
    let now = Clock.nanoseconds()
    let due =
      ([restartDue, changeDue, checkDue, watchdogDue] + workers.map(\.deadline)
      + clients.map { $0.isWaiting ? nil : $0.deadline }).compactMap(\.self).min() ?? .max
    let milliseconds = due <= now ? 0 : (due - now) / 1_000_000 + 1
    _ = unsafe poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds))
  }

  private func finishIfDone() {
    guard isStopping, workers.isEmpty else { return }
    control?.remove()
    sockets.keepOnly([])
    for client in clients { client.answer(.status(status())) }
    log.write(.info, "stopped")
    exit(failureStatus)
  }

  // MARK: - Signals

  private func takeSignals() {
    while true {
      switch csupervision_next_signal(signals) {
      case 0: return
      case SIGTERM, SIGINT:
        guard isStopping else {
          stop()
          continue
        }
        log.write(.warning, "killing \(workers.count) worker processes, as a second signal says")
        for worker in workers { worker.kill() }
      case SIGHUP: reload()
      default: break
      }
    }
  }

  /// Stops all workers, and then the supervisor.
  private func stop(status: Int32 = 0, because reasons: [String] = ["the program is stopping"]) {
    guard !isStopping else { return }
    isStopping = true
    failureStatus = status
    (isWanted, isReloadPending, restartDue, changeDue) = (false, false, nil, nil)
    manager.notify("STOPPING=1", "STATUS=stopping")
    finishReload(failing: reasons)
    for worker in workers { stop(worker) }
  }

  private func stop(_ worker: WorkerProcess) {
    guard worker.phase != .stopping else { return }
    worker.enter(.stopping, deadline: settings.stopDeadline)
    worker.order(.stop)
  }

  // MARK: - Reloading

  private func reload() {
    guard !isStopping else { return }
    guard candidate == nil else {
      isReloadPending = true
      return
    }
    if hasServed {
      isReloading = true
      log.write(.info, "reloading")
      manager.notify(
        "RELOADING=1", "MONOTONIC_USEC=\(Clock.nanoseconds() / 1000)", "STATUS=reloading")
    }
    restartDue = nil
    isWanted = true
  }

  /// Ends a reload, if there is one, and answers the programs that wait for it.
  private func finishReload(failing reasons: [String]? = nil) {
    let reload = SupervisorStatus.Reload(
      succeeded: reasons == nil, reasons: reasons ?? [], secondsAgo: 0)
    if isReloading {
      isReloading = false
      lastReload = (Clock.nanoseconds(), reload)
      if let reasons, !isStopping {
        log.write(
          .error, "the reload has failed" + (current == nil ? "" : "; the old plugins stay in use"))
        manager.notify("READY=1", "STATUS=the last reload has failed: \(reasons.first ?? "")")
      }
    }
    guard !isReloadPending else { return }
    for client in clients where client.isWaiting { client.answer(.reloaded(reload)) }
  }

  private func startPending() {
    guard isReloadPending, !isStopping else { return }
    isReloadPending = false
    reload()
  }

  // MARK: - Workers

  /// Forks a worker. It returns in the worker; in the supervisor, the result is nil.
  private func start() -> SupervisedWorker? {
    do throws(SystemError) {
      return try fork()
    } catch {
      let reason = "the system can't start a process: \(error)"
      log.write(.error, reason)
      failedToStart([reason], status: 3)
      return nil
    }
  }

  private func fork() throws(SystemError) -> SupervisedWorker? {
    restartDue = nil
    var (messages, workerMessages): (Int32, Int32) = (-1, -1)
    var (sockets, workerSockets): (Int32, Int32) = (-1, -1)
    var isStarted = false
    defer {
      for descriptor in [workerMessages, workerSockets] where descriptor >= 0 { close(descriptor) }
      if !isStarted {
        for descriptor in [messages, sockets] where descriptor >= 0 { close(descriptor) }
      }
    }
    guard unsafe cprobe_connect(&messages, &workerMessages) == 0,
      unsafe cprobe_connect(&sockets, &workerSockets) == 0
    else { throw .last }
    let page: SharedPage
    do {
      page = try SharedPage()
    } catch {
      throw SystemError(number: error.number)
    }
    fflush(nil)
    let process = csupervision_fork(workerMessages, workerSockets)
    guard process != 0 else {
      let (ownMessages, ownSockets) = (workerMessages, workerSockets)
      // The parent's ends are closed already.
      (workerMessages, workerSockets, isStarted) = (-1, -1, true)
      guard csupervision_prepare_worker() == 0,
        let watch = try? ProgramWatch(joining: page)
      else { _exit(3) }
      return SupervisedWorker(messages: ownMessages, sockets: ownSockets, watch: watch)
    }
    guard process > 0 else {
      let error = SystemError.last
      page.release()
      throw error
    }
    // Also here, as the worker may not have done it yet when it is to be killed.
    setpgid(process, process)
    let handle = cprobe_open_process(process)
    guard handle >= 0 else {
      let error = SystemError.last
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      page.release()
      throw error
    }
    isStarted = true
    generation += 1
    let worker = WorkerProcess(
      process: process, generation: generation, handle: handle, messages: messages,
      sockets: sockets, page: page)
    worker.enter(.starting, deadline: settings.readyDeadline)
    workers.append(worker)
    candidate = worker
    return nil
  }

  private func takeReports(of worker: WorkerProcess) {
    for report in worker.reports() { take(report, of: worker) }
    // It ends, unless its last steps hang: a crash report, or what plugins do at the exit.
    if !worker.isConnected || !worker.refusals.isEmpty || worker.page.hasCrash {
      worker.expectEnd()
    }
    for address in worker.requestedAddresses() {
      worker.addresses.insert(address)
      do throws(SystemError) {
        let descriptor = try sockets.descriptor(for: address)
        worker.answer(0, descriptor)
      } catch {
        worker.answer(error.number, -1)
      }
    }
  }

  private func take(_ report: WorkerReport, of worker: WorkerProcess) {
    switch report {
    case .inspected(let plugins, let paths): (worker.plugins, worker.paths) = (plugins, paths)
    case .refused(let lines): worker.refuse(lines)
    case .service(let name, let state): worker.set(name, state)
    case .checked(let number, let results): worker.take(results, of: number)
    case .ready:
      // One that has been ordered to stop may still have become ready.
      guard worker === candidate, worker.phase == .starting, !hasEnded(worker) else { return }
      replace(current, by: worker)
    }
  }

  /// A worker is ready: it becomes the current one, and the old one stops.
  private func replace(_ old: WorkerProcess?, by worker: WorkerProcess) {
    candidate = nil
    current = worker
    worker.enter(.ready, deadline: nil)
    delay.started()
    hasServed = true
    if let old { stop(old) }
    watch?.watch(worker.paths)
    log.write(.info, "ready: process \(worker.process), \(worker.plugins.count) plugins")
    manager.notify("READY=1", "STATUS=ready with \(worker.plugins.count) plugins")
    finishReload()
    startPending()
  }

  /// Whether the worker has ended; its group is killed then, before the number of the process can be used again.
  private func hasEnded(_ worker: WorkerProcess) -> Bool {
    var polled = pollfd(fd: worker.handle, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) > 0
  }

  private func end(of worker: WorkerProcess) {
    // What it has reported before it ended.
    takeReports(of: worker)
    worker.kill()
    var wait: Int32 = 0
    guard unsafe waitpid(worker.process, &wait, 0) == worker.process else { return }
    workers.removeAll { $0 === worker }
    let signal = wait & 0x7F
    let cause: ProgramWatcher.Ending.Cause =
      signal == 0 ? .exited(wait >> 8 & 0xFF) : .killed(signal: signal)
    let phrase = Self.phrase(cause, isOverdue: worker.isOverdue)
    if worker === candidate, worker.phase != .stopping {
      candidate = nil
      let isExplained = !worker.refusals.isEmpty && signal == 0
      if !isExplained {
        worker.refuse(["the new worker \(phrase)"])
        log.write(.error, "the new worker \(worker.process) \(phrase)")
        reportEnd(of: worker, cause)
      }
      failedToStart(worker.refusals, status: signal == 0 ? wait >> 8 & 0xFF : 1)
    } else if worker.phase == .stopping {
      if worker === current { current = nil }
      if worker === candidate { candidate = nil }
      if signal != 0 || wait != 0 {
        log.write(.warning, "the worker \(worker.process) \(phrase) while it stopped")
        if isStopping, failureStatus == 0 { failureStatus = 1 }
      }
    } else if worker === current {
      current = nil
      lastEnd = phrase
      endCount += 1
      log.write(.error, ["the worker \(worker.process) \(phrase)"] + worker.refusals)
      if candidate == nil { restart() }
      reportEnd(of: worker, cause)
    }
    closeUnusedSockets()
  }

  /// Closes the sockets that no worker uses. While one starts, or none serves, they are kept: connections wait there.
  private func closeUnusedSockets() {
    guard current != nil, candidate == nil, !isWanted else { return }
    sockets.keepOnly(Set(workers.flatMap(\.addresses)))
  }

  /// The first worker, a new one, or one in place of one that has ended could not become ready. The reasons are in the log.
  private func failedToStart(_ reasons: [String], status: Int32) {
    if isStopping { return }
    if !hasServed, !isReloadPending {
      // As the process would have ended without a supervisor.
      return stop(status: status == 0 ? 3 : status, because: reasons)
    }
    finishReload(failing: reasons)
    if isReloadPending { return startPending() }
    if current == nil { restart() }
  }

  private func restart() {
    let nanoseconds = delay.next()
    manager.notify("STATUS=restarting")
    if nanoseconds == 0 {
      isWanted = true
    } else {
      restartDue = Clock.nanoseconds() + nanoseconds
      log.write(.warning, "starting a worker again in \(Double(nanoseconds) / 1e9) s")
    }
  }

  private static func phrase(_ cause: ProgramWatcher.Ending.Cause, isOverdue: Bool) -> String {
    if isOverdue { return "was killed, as it took too long" }
    switch cause {
    case .exited(let status): return "has ended with status \(status)"
    case .killed(let signal): return "was ended by \(SignalName.of(signal))"
    }
  }

  /// Reports how a worker has ended, in a process of its own: it reads debug information.
  private func reportEnd(of worker: WorkerProcess, _ cause: ProgramWatcher.Ending.Cause) {
    guard !worker.isOverdue || worker.page.hasCrash else { return }
    fflush(nil)
    let process = csupervision_fork(-1, -1)
    if process == 0 {
      csupervision_unblock_signals()
      settings.reportEnd(
        ProgramEnd(.init(cause: cause, isOverdue: false, received: [SIGKILL]), worker.page))
      _exit(0)
    }
    if process > 0 { reporters.insert(process) }
  }

  private func reapReporters() {
    reporters = reporters.filter { waitpid($0, nil, WNOHANG) == 0 }
  }

  // MARK: - Time

  private func runTimers(_ now: UInt64) {
    for worker in workers {
      guard let deadline = worker.deadline, deadline <= now else { continue }
      worker.deadline = nil
      worker.isOverdue = true
      log.write(
        .error,
        worker.phase == .starting
          ? "killing the worker \(worker.process), which is not ready after \(settings.readyDeadline)"
          : "killing the worker \(worker.process), which has not stopped after \(settings.stopDeadline)"
      )
      if worker.phase == .starting { worker.refuse([worker.lateness]) }
      worker.kill()
    }
    if let due = restartDue, due <= now, !isStopping {
      restartDue = nil
      isWanted = candidate == nil
    }
    if checkDue <= now {
      checkDue = now + Self.checkInterval
      for worker in workers where worker.phase == .ready { worker.check() }
    }
    if let due = watchdogDue, let limit = manager.watchdog, due <= now {
      watchdogDue = now + limit.nanoseconds / 2
      // Without a worker that serves, there is nothing that could hang but the supervisor.
      if current.map(responds) ?? true { manager.notify("WATCHDOG=1") }
    }
  }

  private func responds(_ worker: WorkerProcess) -> Bool {
    Clock.nanoseconds() < worker.answered + Self.patience
  }

  private func takeChanges(_ now: UInt64) {
    guard let watch else { return }
    if watch.takeEvents(), !isStopping {
      firstChange = firstChange ?? now
      changeDue = min(now + Self.quietTime, (firstChange ?? now) + Self.longestNoise)
    }
    if let due = changeDue, due <= now {
      (changeDue, firstChange) = (nil, nil)
      if watch.hasChanged() { reload() }
    }
  }

  // MARK: - Control

  private func serveClients(_ now: UInt64) {
    while clients.count < ControlServer.mostClients, let client = control?.accept(now: now) {
      clients.append(client)
    }
    clients = clients.filter { client in
      if client.isSending { client.send() }
      let isNew = client.request == nil
      guard client.isDone || client.receive() else { return false }
      if isNew, let request = client.request { serve(request, for: client) }
      return !client.isDone && (client.isWaiting || client.deadline > now)
    }
  }

  private func serve(_ request: SupervisorRequest, for client: ControlServer.Client) {
    switch request {
    case .status: client.answer(.status(status()))
    case .reload:
      guard !isStopping else {
        return client.answer(
          .reloaded(.init(succeeded: false, reasons: ["the program is stopping"], secondsAgo: 0)))
      }
      client.isWaiting = true
      reload()
    }
  }

  private func status() -> SupervisorStatus {
    let now = Clock.nanoseconds()
    func seconds(since time: UInt64) -> Double { (Double(now - time) / 1e7).rounded() / 100 }
    let state: SupervisorStatus.State =
      isStopping
      ? .stopping
      : isReloading ? .reloading : current != nil ? .ready : hasServed ? .restarting : .starting
    return SupervisorStatus(
      process: getpid(), state: state,
      worker: current.map { worker in
        .init(
          process: worker.process, generation: worker.generation,
          secondsReady: seconds(since: worker.since), responds: responds(worker),
          plugins: worker.plugins,
          services: worker.services.map { .init(service: $0.name, state: $0.state) })
      },
      draining: workers.filter { $0.phase == .stopping }.map(\.process),
      health: current?.health ?? [],
      reload: lastReload.map { time, reload in
        var reload = reload
        reload.secondsAgo = seconds(since: time)
        return reload
      }, restarts: endCount, lastEnd: lastEnd)
  }
}

/// The delay before a worker that has ended by itself is started again.
private struct RestartDelay {
  private static let first: UInt64 = 100_000_000
  private static let longest: UInt64 = 30_000_000_000
  /// A worker that has served for so long is started again at once.
  private static let stableTime: UInt64 = 10_000_000_000

  private var attempts = 0
  private var readySince: UInt64?

  /// A worker has become ready.
  mutating func started() {
    readySince = Clock.nanoseconds()
  }

  /// The delay in nanoseconds: none at first, then one that doubles.
  mutating func next() -> UInt64 {
    if let since = readySince, Clock.nanoseconds() - since > Self.stableTime { attempts = 0 }
    readySince = nil
    defer { attempts += 1 }
    return attempts == 0 ? 0 : min(Self.first << UInt64(min(attempts - 1, 16)), Self.longest)
  }
}

extension Duration {
  /// The whole duration in nanoseconds.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(clamping: seconds) * 1_000_000_000 + UInt64(clamping: attoseconds / 1_000_000_000)
  }
}
