import CleanseSupport
import CleansePluginProbing
import CleanseProcesses

extension GroupState {
  /// The state after an event at a time in nanoseconds, and what is to be done in order.
  func applying(_ event: GroupEvent, at now: UInt64) -> (state: GroupState, effects: [GroupEffect])
  {
    var transition = GroupTransition(state: self, now: now)
    transition.apply(event)
    return (transition.state, transition.effects)
  }
}

/// What an event changes in a group of services.
struct GroupTransition {
  /// How long a new worker serves beside the old one, in nanoseconds: plugins that fail at once don't replace others.
  private static let trialTime: UInt64 = 250_000_000
  /// How long a worker may take to end by itself.
  private static let endTime: UInt64 = 10_000_000_000
  /// Signals that arrive within this time are one: a terminal and a shell may both send it.
  private static let doubleSignalTime: UInt64 = 300_000_000

  var state: GroupState
  let now: UInt64
  var effects: [GroupEffect] = []

  mutating func apply(_ event: GroupEvent) {
    forgiveGap()
    switch event {
    case .forked(let number, let process): state.workers[number]?.process = process
    case .notForked(let number, let reason):
      logFailure(reason, of: number)
      countFailedStart(of: number, hasCrashed: false)
      state.workers[number] = nil
      if number == state.rescue?.worker {
        failRescue([reason])
      } else {
        failToStart([reason], status: 3)
      }
    case .confined(let number): state.workers[number]?.isConfined = true
    case .reported(let number, let report): take(report, of: number)
    case .opened(let number, let address): state.workers[number]?.addresses.insert(address)
    case .blamed(let number, let plugin): state.workers[number]?.culprit = plugin
    case .observed(let number, let condition): take(condition, of: number)
    case .measured(let number, let memory): take(memory: memory, of: number)
    case .broken(let number): expectEnd(of: number)
    case .ended(let number, let cause, let hasCrash): end(of: number, cause, hasCrash: hasCrash)
    case .reload(let request, let allowsLoss):
      reload(request.map { [$0] } ?? [], allowsLoss: allowsLoss)
    case .replacedProgram(let requests): reload(requests, allowsLoss: false)
    case .islandsReady(let number, let changes):
      state.workers[number]?.islandChanges = changes
      takeReadyIslands(of: number)
    case .islandsUnready(let number): takeUnreadyIslands(of: number)
    case .islandFailed(let number, let reason, let culprit):
      failIsland(of: number, because: reason, culprit)
    case .offered(let set, let limits): takeOffer(set, limits)
    case .released: release()
    case .withdrawn: withdraw()
    case .files(let files): state.sets.see(files, at: now)
    case .dropped: drop()
    case .stop: stopOrKill()
    case .time: passTime()
    }
    if case .stopping(_, let status, _) = state.phase, state.workers.isEmpty {
      state.phase = .stopped
      effects.append(.exit(status: status))
    }
  }

  // MARK: - Starts and reloads

  /// Starts a worker.
  mutating func begin(
    isReload: Bool = false, answering requests: [RequestNumber] = [], allowsLoss: Bool = false
  ) {
    guard hasSet else { return waitForSet() }
    let start = GroupState.Start(
      worker: WorkerNumber(rawValue: state.lastNumber.rawValue + 1), isReload: isReload,
      requests: requests, allowsLoss: allowsLoss)
    state.phase = state.server.map { .reloading($0, start) } ?? .starting(start)
    addCandidate(using: state.sets.next(isReload: isReload))
  }

  /// Forks the worker of the start that is in progress.
  mutating func addCandidate(using set: GroupSets.Choice) {
    guard let number = state.start?.worker else { return }
    fork(number, using: set)
  }

  /// Forks a worker.
  mutating func fork(_ number: WorkerNumber, using set: GroupSets.Choice) {
    state.lastNumber = number
    state.workers[number] = GroupWorker(
      since: now, deadline: now + state.readyDeadline.nanoseconds, set: set,
      without: state.quarantine.plugins(of: set.number))
    effects.append(.fork(number))
  }

  /// Starts a reload, or another one after the start that is in progress.
  private mutating func reload(_ requests: [RequestNumber], allowsLoss: Bool) {
    guard !state.isStopping else {
      return answer(requests, .init(failing: ["the program is stopping"]))
    }
    guard !state.isIsland else { return renew() }
    if let start = state.start {
      state.start?.pending = (start.pending ?? []) + requests
      state.start?.pendingAllowsLoss = start.pendingAllowsLoss || allowsLoss
    } else {
      if state.hasServed {
        log(.reloading, "reloading")
        effects.append(
          .notify(["RELOADING=1", "MONOTONIC_USEC=\(now / 1000)", "STATUS=reloading"]))
      }
      let restart = state.restartDue
      begin(isReload: state.hasServed, answering: requests, allowsLoss: allowsLoss)
      // Its plugins may never be ready.
      if let restart, state.rescue == nil, state.sets.served != nil { state.rescue = .due(restart) }
    }
  }

  /// The trial of a new worker is over: it serves, and the old one stops.
  mutating func replaceServer(by start: GroupState.Start) {
    guard let worker = state.workers[start.worker] else { return }
    let old = state.server
    state.phase = .serving(start.worker)
    serve(with: start.worker, isReload: start.isReload)
    if start.isReload {
      (state.delay, state.fallback) = (RestartDelay(), nil)
      state.recycling.forgive()
    }
    state.delay.started(at: now)
    if let old { replace(old) }
    endRescue()
    state.renewalDue = start.isToBeRenewed ? now : nil
    if !state.hasServed || start.isReload {
      effects.append(.reportUnusedSockets(used: worker.addresses))
    }
    state.hasServed = true
    let losses = WorkerPlugin.losses(of: state.servedPlugins, in: worker.selection)
    state.servedPlugins = worker.selection.filter { $0.reason == nil }
    state.quarantine.keepOnly(state.usedSets)
    finish(
      start,
      .init(
        failing: nil, warnings: worker.warnings, losses: start.isReload ? losses : [],
        islands: worker.islandChanges))
    if let pending = start.pending { reload(pending, allowsLoss: start.pendingAllowsLoss) }
  }

  /// A worker serves from now on.
  mutating func serve(with number: WorkerNumber, isReload: Bool = false) {
    guard var worker = state.workers[number] else { return }
    let began = worker.since
    worker.serve(from: now)
    state.workers[number] = worker
    let losses = isReload ? WorkerPlugin.losses(of: state.servedPlugins, in: worker.selection) : []
    state.sets.serve(worker.servedSet(hasLosses: !losses.isEmpty), at: now)
    state.failedStart = nil
    logServer(worker, since: began, isReload: isReload)
    effects.append(.notify(["READY=1", "STATUS=ready with \(worker.pluginsInWords)"]))
    // Those of a plugin that is left out, or of a set that did not last: clients would wait there.
    effects.append(.closeUnusedSockets)
  }

  /// Stops a worker that another one has replaced; one that hangs is killed.
  mutating func replace(_ old: WorkerNumber) {
    if let reason = state.workers[old]?.hang {
      discard(old, because: reason)
    } else {
      stop(old)
    }
  }

  /// The candidate could not become ready. The reasons are in the log.
  mutating func failToStart(
    _ reasons: [String], status: Int32, losing losses: [WorkerPlugin] = [],
    culprit: String? = nil
  ) {
    guard let start = state.start else { return }
    guard !start.isHeld else { return failHeld(reasons, culprit) }
    state.failedStart = .init(time: now, value: reasons)
    if !state.hasServed, start.pending == nil {
      // As the process would have ended without a supervisor.
      return stop(status: status == 0 ? 3 : status, because: reasons)
    }
    let result = SupervisorStatus.Reload(
      failing: reasons, keepsOld: state.server != nil, losses: losses)
    finish(start, result)
    if start.isReload {
      state.sets.failReload()
      // The worker has logged all findings, but not which plugins would be lost.
      let further = losses.isEmpty ? [] : Array(reasons.dropFirst())
      log(
        .reloadFailed, ([result.summary] + reasons.prefix(1)).joined(separator: ": "), further)
      effects.append(.notify(["READY=1", "STATUS=\(result.summary): \(reasons.first ?? "")"]))
    }
    keepHung()
    // The phase until another one begins.
    state.phase = state.server.map { .serving($0) } ?? .restarting(due: now)
    if let pending = start.pending {
      reload(pending, allowsLoss: start.pendingAllowsLoss)
    } else if !goOnWithRescue(), state.server == nil {
      restart()
    }
  }

  /// Answers the programs that wait for the result of a start.
  private mutating func finish(_ start: GroupState.Start, _ result: SupervisorStatus.Reload) {
    if start.isReload {
      state.lastReload = .init(time: now, value: result)
      state.counts.addReload(succeeded: result.succeeded)
    }
    answer(start.requests, result)
  }

  private mutating func answer(_ requests: [RequestNumber], _ result: SupervisorStatus.Reload) {
    effects += requests.map { .answer($0, result) }
  }

  /// Starts a worker after a delay.
  mutating func restart() {
    if state.restartLimit?.isExceeded(by: &state.restarts, at: now) ?? false { return giveUp() }
    let nanoseconds = state.delay.next(at: now)
    effects.append(.notify(["STATUS=restarting"]))
    guard nanoseconds > 0 else { return begin() }
    state.phase = .restarting(due: now + nanoseconds)
    log(.restartDelayed, "starting a worker again in \(Double(nanoseconds) / 1e9) s")
  }

  // MARK: - Stops

  mutating func stop(
    status: Int32 = 0, because reasons: [String] = ["the program is stopping"]
  ) {
    let start = state.start
    state.rescue = nil
    state.phase = .stopping(since: now, status: status, server: state.server)
    effects.append(.notify(["STOPPING=1", "STATUS=stopping"]))
    if let start {
      finish(start, .init(failing: reasons))
      answer(start.pending ?? [], .init(failing: reasons))
    }
    for number in state.workers.keys.sorted() { stop(number) }
  }

  /// Orders a worker to stop.
  mutating func stop(_ number: WorkerNumber) {
    guard var worker = state.workers[number], !worker.isStopping else { return }
    worker.isStopping = true
    worker.since = now
    worker.deadline = now + state.stopDeadline.nanoseconds
    state.workers[number] = worker
    effects.append(.order(number, .stop))
  }

  private mutating func stopOrKill() {
    guard state.isStopping else { return stop() }
    guard case .stopping(let since, _, _) = state.phase, now > since + Self.doubleSignalTime else {
      return
    }
    log(
      .workerKilled, "killing all worker processes, as a second signal says")
    effects += state.workers.keys.sorted().map { .kill($0) }
  }

  // MARK: - Workers

  private mutating func take(_ report: WorkerReport, of number: WorkerNumber) {
    switch report {
    case .reads(let paths, let watched):
      guard number == state.start?.worker, !state.isIsland,
        state.workers[number]?.mayRunPlugins == false
      else { return }
      state.workers[number]?.files = watched
      state.sets.try(watched, at: now)
      effects.append(.watch(paths, state: watched))
    case .lost:
      // Code of plugins could report it to have the files used as they are, without a reload.
      guard let worker = state.workers[number], !worker.mayRunPlugins else { return }
      state.sets.lose(worker.set)
    case .inspected(let plugins):
      state.workers[number]?.inspect(plugins)
      refuseLosses(of: number)
    case .selected(let plugins): state.workers[number]?.select(plugins)
    case .permits(let permissions): state.workers[number]?.take(permissions: permissions)
    case .loads(let files): state.workers[number]?.load(files)
    case .loading(let time): state.workers[number]?.loadTime = time
    case .blames(let plugin): state.workers[number]?.culprit = plugin
    case .warned(let lines): state.workers[number]?.warn(lines)
    case .refused(let lines):
      state.workers[number]?.refuse(lines)
      expectEnd(of: number)
    case .service(let name, let service, let plugin):
      state.workers[number]?.set(name, of: plugin, service, at: now)
    case .waits(let name, let others, let plugin):
      state.workers[number]?.wait(name, of: plugin, for: others)
    case .began(let step):
      state.workers[number]?.steps.begin(WorkerReport.shortened(step), at: now)
    case .finished(let step): state.workers[number]?.steps.finish(WorkerReport.shortened(step))
    case .checked(let results):
      receiveAnswer(of: number)
      for line in state.workers[number]?.take(results) ?? [] {
        log(line.isFailure ? .healthFailing : .healthPassing, line.text, of: state.workers[number])
      }
      if maySucceed(number) { beginTrial(of: number) }
    case .answered: receiveAnswer(of: number)
    case .island(let island, let text): add(island, describedBy: text, of: number)
    case .divided: startIslands(of: number)
    case .started: state.workers[number]?.isRunning = true
    case .ready: beginTrial(of: number)
    case .failing(let reason): giveUp(number, because: WorkerReport.shortened(reason))
    }
  }

  private mutating func beginTrial(of number: WorkerNumber) {
    guard number == state.rescue?.worker || number == state.start?.worker,
      let worker = state.workers[number],
      !worker.isEnding, worker.deadline != nil
    else { return }
    state.workers[number]?.deadline = nil
    state.workers[number]?.answer(at: now)
    state.workers[number]?.isReady = true
    if worker.areIslandsReady { tryReady(number) }
  }

  /// Begins the trial of a worker that is ready, with all that starts with it.
  mutating func tryReady(_ number: WorkerNumber) {
    guard state.workers[number]?.isEnding == false else { return }
    if number == state.rescue?.worker { return serveRescue(number) }
    guard number == state.start?.worker else { return }
    guard state.start?.isHeld != true else { return effects.append(.becomeReady) }
    // Without a worker that serves, there is nothing to lose.
    let isServed = state.server.map { state.workers[$0]?.isHung == false } ?? false
    let trialTime = isServed ? Self.trialTime : 0
    state.start?.trialEnd = now + trialTime
  }

  /// Sets a deadline for a worker that is about to end by itself.
  private mutating func expectEnd(of number: WorkerNumber) {
    guard var worker = state.workers[number], !worker.isEnding else { return }
    worker.isEnding = true
    worker.deadline = worker.deadline ?? now + Self.endTime
    state.workers[number] = worker
    guard let start = state.start, number == start.worker else { return }
    endTrial(of: start)
    if start.isHeld, worker.isReady { effects.append(.becomeUnready) }
  }

  /// The candidate is not ready after all.
  mutating func endTrial(of start: GroupState.Start) {
    state.start?.trialEnd = nil
    if start.isReload, state.server == nil { scheduleRescue() }
  }

  /// Replaces a worker whose services stop, or are not ready in time. It still answers what it has accepted.
  mutating func giveUp(_ number: WorkerNumber, because reason: String) {
    guard let worker = state.workers[number] else { return }
    state.workers[number]?.refuse([reason])
    stop(number)
    countFailedStart(of: number, hasCrashed: false)
    if number == state.start?.worker {
      logFailure("the new worker \(worker.process) stops: \(reason)", of: number)
      if !leavesOut(worker, because: reason) {
        failToStart([reason], status: 1, culprit: worker.culprit)
      }
    } else if number == state.server {
      log(.workerStops, "the worker \(worker.process) stops: \(reason)", of: worker)
      loseServer(worker, as: "stopped: \(reason)")
    } else if number == state.rescue?.worker {
      logFailure("the new worker \(worker.process) stops: \(reason)", of: number)
      failRescue([reason])
    }
  }
}
