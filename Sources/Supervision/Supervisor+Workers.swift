import CleanseSupport
import Glibc
import PluginProbing

extension Supervisor {
  /// How long a new worker serves beside the old one, in nanoseconds: plugins that fail at once don't replace others.
  private static let trialTime: UInt64 = 250_000_000
  /// How often a worker can request a socket.
  private static let mostRequests = 1000
  /// How often reports are read when a worker has ended: the system keeps less.
  private static let lastReads = 16

  /// Starts a worker. It returns in the worker; in the supervisor, the result is nil.
  func startWorker() -> SupervisedWorker? {
    restartDue = nil
    do throws(SystemError) {
      switch try WorkerProcess.fork(generation: generation + 1) {
      case .worker(let worker): return worker
      case .supervisor(let worker):
        generation += 1
        worker.enter(.starting, deadline: settings.readyDeadline)
        workers.append(worker)
        candidate = worker
      }
    } catch {
      let reason = "the system can't start a process: \(error)"
      log.write(.error, reason)
      failedToStart([reason], status: 3)
    }
    return nil
  }

  // MARK: - Reports

  func takeReports(of worker: WorkerProcess) {
    for report in worker.reports() { take(report, of: worker) }
    // It ends, unless its last steps hang: a crash report, or what plugins do at the exit.
    if !worker.isConnected || !worker.refusals.isEmpty || worker.page.hasCrash {
      worker.expectEnd()
      worker.trialEnd = nil
    }
    for address in worker.requestedAddresses() {
      do throws(SystemError) {
        worker.requestCount += 1
        guard worker.requestCount <= Self.mostRequests else { throw SystemError(number: EMFILE) }
        let descriptor = try sockets.descriptor(for: address)
        worker.addresses.insert(address)
        worker.answer(0, descriptor)
      } catch {
        worker.answer(error.number, -1)
      }
    }
  }

  private func take(_ report: WorkerReport, of worker: WorkerProcess) {
    switch report {
    case .reads(let paths, let state):
      if worker === candidate, let watch {
        watch.watch(paths, in: state, now: Clock.nanoseconds())
        if let reason = watch.pollingReason {
          log.write(.warning, "comparing the files every second: \(reason)")
        }
      }
    case .inspected(let plugins): worker.plugins = plugins.map(WorkerReport.shortened)
    case .refused(let lines): worker.refuse(lines)
    case .service(let name, let state): worker.set(name, state)
    case .checked(let results):
      for line in worker.take(results) {
        log.write(line.isFailure ? .warning : .info, [line.text], of: worker.process)
      }
    case .started: worker.isRunning = true
    case .ready:
      // One that has been ordered to stop may still have become ready.
      guard worker === candidate, worker.phase == .starting, !worker.isOverdue, !worker.hasEnded
      else { return }
      worker.deadline = nil
      worker.trialEnd = Clock.nanoseconds() + Self.trialTime
    case .failing(let reason): giveUp(worker, because: WorkerReport.shortened(reason))
    }
  }

  // MARK: - Changes of workers

  /// The trial of a new worker is over: it becomes the current one, and the old one stops.
  func replace(_ old: WorkerProcess?, by worker: WorkerProcess) {
    worker.trialEnd = nil
    candidate = nil
    current = worker
    servedAddresses = worker.addresses
    worker.enter(.ready, deadline: nil)
    if isReloading { delay = RestartDelay() }
    delay.started()
    failedStart = nil
    if let old { stop(old) }
    let sockets =
      worker.addresses.isEmpty ? "" : ", at \(worker.addresses.sorted().joined(separator: ", "))"
    log.write(.info, "ready: process \(worker.process), \(Self.count(worker.plugins))\(sockets)")
    if !hasServed || isReloading {
      for name in self.sockets.names where !worker.addresses.contains("systemd:\(name)") {
        log.write(.warning, "no plugin uses the inherited socket systemd:\(name)")
      }
    }
    hasServed = true
    manager.notify("READY=1", "STATUS=ready with \(Self.count(worker.plugins))")
    finishReload()
    startPending()
  }

  private static func count(_ plugins: [String]) -> String {
    plugins.count == 1 ? "1 plugin" : "\(plugins.count) plugins"
  }

  /// Replaces a worker whose services stop, or are not ready in time. It still answers what it has accepted.
  private func giveUp(_ worker: WorkerProcess, because reason: String) {
    worker.refuse([reason])
    guard worker.phase != .stopping else { return }
    stop(worker)
    if worker === candidate {
      candidate = nil
      log.write(.error, "the new worker \(worker.process) stops: \(reason)")
      failedToStart([reason], status: 1)
    } else if worker === current {
      log.write(.error, "the worker \(worker.process) stops: \(reason)")
      lost(worker, as: "stopped: \(reason)")
    }
  }

  /// A deadline of a worker has passed.
  func expire(_ worker: WorkerProcess) {
    if worker.phase == .starting, worker.isRunning {
      return giveUp(worker, because: worker.lateness)
    }
    worker.deadline = nil
    worker.isOverdue = true
    if worker.phase == .starting {
      log.write(.error, "killing the new worker \(worker.process): \(worker.lateness)")
      worker.refuse([worker.lateness])
    } else {
      let time = settings.stopDeadline
      log.write(
        .error, "killing the worker \(worker.process), which has not stopped after \(time)")
    }
    worker.kill()
  }

  func end(of worker: WorkerProcess) {
    // What it has reported before it ended.
    for _ in 0..<Self.lastReads where worker.isConnected { takeReports(of: worker) }
    // Its group, before the number of the process can be used again.
    worker.kill()
    var wait: Int32 = 0
    if unsafe waitpid(worker.process, &wait, WNOHANG) != worker.process {
      // Another process traces it, and has to take it first: how it has ended is not known.
      unreaped.insert(worker.process)
      wait = worker.phase == .stopping ? 0 : SIGKILL
    }
    workers.removeAll { $0 === worker }
    let signal = wait & 0x7F
    let cause: ProgramWatcher.Ending.Cause =
      signal == 0 ? .exited(wait >> 8 & 0xFF) : .killed(signal: signal)
    let phrase = Self.phrase(cause, isOverdue: worker.isOverdue)
    if worker.phase == .stopping {
      // Why it was given up has been said.
      if wait != 0, worker.refusals.isEmpty {
        log.write(.warning, "the worker \(worker.process) \(phrase) while it stopped")
      }
      if worker.page.hasCrash { reporter.report(cause, of: worker.process, worker.page) }
      let isUnfinished = signal != 0 || worker.isOverdue || (wait != 0 && worker === current)
      if isStopping, exitStatus == 0, isUnfinished { exitStatus = 1 }
      if worker === current { current = nil }
      if worker === candidate { candidate = nil }
    } else if worker === candidate {
      candidate = nil
      if worker.refusals.isEmpty || signal != 0 {
        let isReported = !worker.isOverdue || worker.page.hasCrash
        worker.refuse(["the new worker \(phrase)" + (isReported ? "; the log says where" : "")])
        if !worker.isOverdue { log.write(.error, "the new worker \(worker.process) \(phrase)") }
        report(cause, of: worker)
      }
      failedToStart(worker.refusals, status: signal == 0 ? wait >> 8 & 0xFF : 1)
    } else if worker === current {
      log.write(.error, ["the worker \(worker.process) \(phrase)"] + worker.refusals)
      lost(worker, as: phrase)
      report(cause, of: worker)
    }
    closeUnusedSockets()
  }

  /// The current worker does not serve any more.
  private func lost(_ worker: WorkerProcess, as phrase: String) {
    current = nil
    lastEnd = (Clock.nanoseconds(), phrase)
    endCount += 1
    if candidate == nil, !isStopping { restart() }
  }

  private func report(_ cause: ProgramWatcher.Ending.Cause, of worker: WorkerProcess) {
    guard !worker.isOverdue || worker.page.hasCrash else { return }
    reporter.report(cause, of: worker.process, worker.page)
  }

  /// Closes the sockets that no worker uses. While one starts, or none serves, those of the last one are kept: connections
  /// wait there.
  private func closeUnusedSockets() {
    guard hasServed, candidate == nil, !isWanted else { return }
    sockets.keepOnly(
      Set(workers.flatMap(\.addresses)).union(current == nil ? servedAddresses : []))
  }

  /// The first worker, a new one, or one in place of one that has ended could not become ready. The reasons are in the log.
  private func failedToStart(_ reasons: [String], status: Int32) {
    if isStopping { return }
    failedStart = (Clock.nanoseconds(), reasons)
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
}
