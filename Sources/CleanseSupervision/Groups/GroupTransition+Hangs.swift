import CleanseProcesses

/// What follows from a worker that does not answer.
extension GroupTransition {
  /// The longest time between two requests for an answer.
  private static let longestInterval: UInt64 = 2_000_000_000
  /// A supervisor that is so late has not run: its machine or its process was stopped.
  private static let leastGap: UInt64 = 1_000_000_000

  /// Grants all workers the whole time again if the supervisor has not run for a while: they may not have, either.
  mutating func forgiveGap() {
    guard now > state.due + Self.leastGap else { return }
    for number in state.workers.keys { state.workers[number]?.grantTime(from: now) }
  }

  /// Requests an answer of the worker that serves at regular times, and has it observed if it owes one.
  mutating func requestAnswer() {
    let isDue = state.answerDue <= now
    if isDue {
      state.answerDue = now + min(Self.longestInterval, state.hangDeadline.nanoseconds / 4)
    }
    guard let server = state.server, let worker = state.workers[server] else { return }
    if worker.owedSince != nil, isDue || isSilentTooLong(worker) {
      effects.append(.observe(server))
    }
    guard isDue else { return }
    state.workers[server]?.owedSince = worker.owedSince ?? now
    effects.append(.order(server, .answer))
  }

  private func isSilentTooLong(_ worker: GroupWorker) -> Bool {
    worker.owedSince != nil && worker.silentSince + state.hangDeadline.nanoseconds <= now
  }

  /// A worker has run a task, so it does not hang.
  mutating func receiveAnswer(of number: WorkerNumber) {
    guard let worker = state.workers[number] else { return }
    state.workers[number]?.answer(at: now)
    if worker.isHung {
      log(.workerAnswers, "the worker \(worker.process) answers again", of: worker)
    }
  }

  /// What a worker that owes an answer does.
  mutating func take(_ condition: WorkerCondition, of number: WorkerNumber) {
    guard number == state.server, let worker = state.workers[number], worker.owedSince != nil else {
      return
    }
    switch condition {
    case .traced: state.workers[number]?.grantTime(from: now)
    case .computing:
      state.workers[number]?.silentSince = now
      if computesTooLong(worker) { replaceHung(number, worker, condition) }
    case .stopped, .waiting:
      if isSilentTooLong(worker) { replaceHung(number, worker, condition) }
    }
  }

  /// Whether a worker that computes has owed an answer for longer than it may. A loop without an end and a long computation
  /// look the same.
  private func computesTooLong(_ worker: GroupWorker) -> Bool {
    guard let since = worker.owedSince, let limit = state.computeDeadline else { return false }
    return since + limit.nanoseconds <= now
  }

  /// Starts another worker, which replaces the one that hangs when it is ready.
  private mutating func replaceHung(
    _ number: WorkerNumber, _ worker: GroupWorker, _ condition: WorkerCondition
  ) {
    let deadline = condition == .computing ? state.computeDeadline : state.hangDeadline
    let cause =
      switch condition {
      case .stopped: ", as a signal has stopped it"
      case .computing: ", and computes"
      case .waiting, .traced: ""
      }
    let reason = "has not answered for \(deadline ?? state.hangDeadline)\(cause)"
    log(
      .workerHangs, "the worker \(worker.process) hangs: it \(reason); another one replaces it",
      condition == .stopped ? [] : worker.unreturned + worker.running, of: worker)
    state.workers[number]?.grantTime(from: now)
    state.workers[number]?.hang = reason
    guard state.start == nil else { return rescueHung() }
    effects.append(.notify(["STATUS=replacing a worker that hangs"]))
    begin()
  }

  /// Kills a worker that hangs and has been replaced: it could not stop its services.
  mutating func discard(_ number: WorkerNumber, because reason: String) {
    guard var worker = state.workers[number] else { return }
    (worker.isStopping, worker.isOverdue) = (true, true)
    worker.since = now
    worker.deadline = nil
    worker.refuse([reason])
    state.workers[number] = worker
    state.lastEnd = .init(time: now, value: "\(reason), and was killed")
    state.endCount += 1
    log(.workerKilled, "killing the worker \(worker.process), which hangs", of: worker)
    effects.append(.kill(number))
  }

  /// A start has failed that was to replace a worker that hangs: that one gets the whole time again.
  mutating func keepHung() {
    guard let server = state.server, let worker = state.workers[server], worker.isHung,
      state.rescue == nil
    else { return }
    log(
      .workerKept, "the worker \(worker.process), which hangs, could not be replaced", of: worker)
    state.workers[server]?.grantTime(from: now)
  }
}
