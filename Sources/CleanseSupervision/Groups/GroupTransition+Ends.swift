import CleansePluginProbing
import CleanseProcesses
import CleanseSupport

/// What follows from workers that end.
extension GroupTransition {
  /// The worker does not serve any more.
  mutating func loseServer(_ worker: GroupWorker, as phrase: String) {
    state.servedAddresses = worker.addresses
    let place = worker.culprit.map { " in \($0)" } ?? ""
    state.lastEnd = .init(time: now, value: phrase + place)
    state.endCount += 1
    takeCrash(of: worker, phrase)
    guard var start = state.start else {
      state.phase = .restarting(due: now)
      return restart()
    }
    if start.trialEnd != nil { start.trialEnd = now }
    state.phase = .starting(start)
    if start.isReload, start.trialEnd == nil { scheduleRescue() }
  }

  mutating func end(
    of number: WorkerNumber, _ known: ProcessEnd?, hasCrash: Bool
  ) {
    guard var worker = state.workers[number] else { return }
    if hasCrash, let culprit = worker.culprit { state.counts.addCrash(of: culprit) }
    let cause = known ?? (worker.isStopping ? .exited(0) : .killed(signal: SIGKILL))
    let phrase = worker.isOverdue ? "was killed, as it took too long" : cause.phrase
    state.workers[number] = nil
    if worker.isStopping {
      endStopped(number, worker, cause, as: phrase)
      if hasCrash { effects.append(.reportEnd(number, cause)) }
    } else {
      let isReported = !worker.isOverdue || hasCrash
      if number == state.server {
        log(.workerEnded, "the worker \(worker.process) \(phrase)", worker.refusals, of: worker)
        if isReported { effects.append(.reportEnd(number, cause)) }
        loseServer(worker, as: phrase)
      } else {
        let isUnexplained = worker.refusals.isEmpty || cause.status == nil
        countFailedStart(of: number, hasCrashed: isUnexplained && !worker.isOverdue)
        if isUnexplained {
          worker.refuse(["the new worker \(phrase)" + (isReported ? "; the log says where" : "")])
          if !worker.isOverdue {
            logFailure("the new worker \(worker.process) \(phrase)", of: number, worker)
          }
          if isReported { effects.append(.reportEnd(number, cause)) }
        }
        if worker.culprit == nil { state.quarantine.lift(afterRefusalOf: worker) }
        if cause.status == nil, !worker.isOverdue, !isRecycling { takeCrash(of: worker, phrase) }
        if number == state.rescue?.worker {
          failRescue(worker.refusals)
        } else if !leavesOut(worker, because: worker.isOverdue ? worker.lateness : phrase) {
          // Plugins choose the status of a process that runs them, and that of the host means something else.
          let status = worker.mayRunPlugins ? 1 : cause.status ?? 1
          failToStart(worker.refusals, status: status, culprit: worker.culprit)
        }
      }
    }
    if state.hasServed { effects.append(.closeUnusedSockets) }
  }

  /// A worker that has been ordered to stop has ended.
  private mutating func endStopped(
    _ number: WorkerNumber, _ worker: GroupWorker, _ cause: ProcessEnd,
    as phrase: String
  ) {
    // Why it was given up has been said.
    if cause != .exited(0), worker.refusals.isEmpty {
      log(.stopFailed, "the worker \(worker.process) \(phrase) while it stopped", of: worker)
    }
    guard case .stopping(let since, status: 0, let server) = state.phase else { return }
    let isUnfinished =
      cause.status == nil || worker.isOverdue || (cause != .exited(0) && number == server)
    state.phase = .stopping(since: since, status: isUnfinished ? 1 : 0, server: server)
  }
}

extension ProcessEnd {
  /// How a process has ended, as a clause without a subject.
  var phrase: String {
    switch self {
    case .exited(let status): "has ended with status \(status)"
    case .killed(let signal): "was ended by \(SignalName.of(signal))"
    }
  }
}
