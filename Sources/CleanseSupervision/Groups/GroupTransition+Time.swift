/// What follows from time alone.
extension GroupTransition {
  mutating func passTime() {
    for number in state.workers.keys.sorted() {
      if let deadline = state.workers[number]?.deadline, deadline <= now { expire(number) }
    }
    if let start = state.start, let end = start.trialEnd, end <= now { replaceServer(by: start) }
    if let due = state.restartDue, due <= now { begin() }
    state.sets.forgetPrevious(at: now)
    requestAnswer()
    reportSlowStart()
    checkServer()
    startRescue()
    startRenewal()
  }

  /// A deadline of a worker has passed.
  private mutating func expire(_ number: WorkerNumber) {
    guard var worker = state.workers[number] else { return }
    let isStarting = number == state.start?.worker || number == state.rescue?.worker
    if isStarting, worker.isRunning { return giveUp(number, because: worker.lateness) }
    worker.deadline = nil
    worker.isOverdue = true
    if isStarting {
      // The time of a service can be longer than that of the worker, which then has to say which one is late.
      worker.culprit = worker.culprit ?? worker.slowestStarter
      logFailure("killing the new worker \(worker.process): \(worker.lateness)", of: number, worker)
      worker.refuse([worker.lateness])
    } else {
      log(
        .stopFailed,
        "killing the worker \(worker.process), which has not stopped after \(state.stopDeadline)",
        worker.unreturned, level: .error, of: worker)
    }
    state.workers[number] = worker
    effects.append(.kill(number))
  }
}
