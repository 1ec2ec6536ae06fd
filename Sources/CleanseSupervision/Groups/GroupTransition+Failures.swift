import CleansePluginProbing
import CleanseProcesses
import CleanseSupport

// What is done about plugins that fail, besides starting a worker again: the plugins that served before are used, or a single
// plugin is left out.
extension GroupTransition {
  /// Gives up a reload that would leave out plugins that serve, unless that is allowed.
  mutating func refuseLosses(of number: WorkerNumber) {
    guard let start = state.start, start.worker == number, start.isReload, !start.allowsLoss,
      let worker = state.workers[number], !worker.isEnding
    else { return }
    let losses = WorkerPlugin.losses(of: state.servedPlugins, in: worker.selection)
    guard !losses.isEmpty else { return }
    let reasons = losses.map { "\($0.name), which serves, would be left out: \($0.reason ?? "")" }
    stop(number)
    failToStart(reasons, status: 1, losing: losses)
  }

  /// Takes notice of a worker of plugins that have served, which has ended by itself. If that is too often, the plugins that
  /// served before are used from now on; if there are none, the one that was the cause each time is left out.
  mutating func takeCrash(of worker: GroupWorker, _ phrase: String) {
    guard worker.set == state.sets.served?.number else { return }
    let limit = state.sets.limit
    let reason = "\(limit.count) workers have ended within \(limit.time); the last one \(phrase)"
    // The islands of the application would have to go back with it.
    if state.sets.end(
      of: worker.set, because: worker.culprit, mayGoBack: !worker.isDivided, at: now)
    {
      state.fallback = .init(time: now, value: reason)
      state.delay = RestartDelay()
      log(
        .wentBack, "going back to the plugins that served before: \(reason)",
        ["before the next reload, fix the new plugins, or put the old files back"])
      effects.append(.notify(["STATUS=going back to the plugins that served before"]))
    } else if !state.isIsland, let culprit = worker.removableCulprit,
      state.quarantine.isExceeded(limit, by: culprit, of: worker.set, at: now)
    {
      leaveOut(culprit, of: worker.set, because: reason)
      state.delay = RestartDelay()
    }
  }

  /// Starts a worker again without the plugin that has failed, if the plugins have not served yet, and the settings allow that.
  mutating func leavesOut(_ worker: GroupWorker, because reason: String) -> Bool {
    guard var start = state.start, !start.isHeld, worker.set != state.sets.served?.number,
      let culprit = worker.removableCulprit,
      start.allowsLoss || !start.isReload
        || !state.servedPlugins.contains(where: { $0.identifier == culprit })
    else { return false }
    leaveOut(culprit, of: worker.set, because: reason)
    start.worker = WorkerNumber(rawValue: state.lastNumber.rawValue + 1)
    start.trialEnd = nil
    state.start = start
    addCandidate(using: GroupSets.Choice(number: worker.set, limits: worker.limits))
    // The worker that served may have ended while the other one was on trial.
    if start.isReload, state.server == nil { scheduleRescue() }
    return true
  }

  /// Counts a worker that could not serve. If it is one of a reload and has not crashed, the reload counts, which fails.
  mutating func countFailedStart(of number: WorkerNumber, hasCrashed: Bool) {
    let isRescue = number == state.rescue?.worker
    guard isRescue || number == state.start?.worker else { return }
    if isRescue || hasCrashed || state.start?.isReload == false { state.counts.addFailedStart() }
  }

  private mutating func leaveOut(
    _ plugin: String, of set: SetNumber, because reason: String
  ) {
    state.quarantine.add(plugin, to: set, because: reason)
    log(.pluginLeftOut, "\(plugin) is left out until a reload: \(reason)", plugin: plugin)
    effects.append(.notify(["STATUS=\(plugin) is left out"]))
  }

  /// Ends the program, as workers are started again too often.
  mutating func giveUp() {
    guard let limit = state.restartLimit else { return }
    let last =
      state.failedStart?.value.first ?? state.lastEnd.map { "the last worker \($0.value)" } ?? ""
    let reason = "giving up after \(limit.count) starts within \(limit.time): \(last)"
    log(.gaveUp, reason)
    stop(status: 1, because: [reason])
  }
}
