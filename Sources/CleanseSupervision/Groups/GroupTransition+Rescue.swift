/// What is done if no worker serves, or the one that does hangs, while a reload is in progress.
///
/// The new plugins may not be ready for long, and then fail. Therefore the plugins that have served are started beside them, and
/// serve until the reload has succeeded. The first worker that is ready serves.
extension GroupTransition {
  /// Starts a worker again, at once or after the delay of restarts.
  mutating func scheduleRescue() {
    guard state.rescue == nil, state.sets.served != nil else { return }
    if state.restartLimit?.isExceeded(by: &state.restarts, at: now) ?? false { return giveUp() }
    state.rescue = .due(now + state.delay.next(at: now))
    startRescue()
  }

  /// Starts the worker if its time has come. Only one can be forked at a time.
  mutating func startRescue() {
    guard case .due(let due) = state.rescue, due <= now else { return }
    guard !isForking else {
      // It is next.
      state.rescue = .due(now + 1)
      return
    }
    guard state.start != nil, let set = state.sets.served else {
      state.rescue = nil
      return
    }
    let number = WorkerNumber(rawValue: state.lastNumber.rawValue + 1)
    state.rescue = .starting(number)
    log(.rescueStarted, "starting the plugins that served before, as the reload has not ended")
    fork(number, using: GroupSets.Choice(set))
  }

  private var isForking: Bool {
    effects.contains { if case .fork = $0 { true } else { false } }
  }

  /// The worker that serves hangs, and a reload is to replace it: another one may be ready before.
  mutating func rescueHung() {
    guard let start = state.start, start.isReload, start.trialEnd == nil, state.rescue == nil else {
      return
    }
    state.rescue = .due(now)
    startRescue()
  }

  /// The worker is ready, and serves until the reload has succeeded.
  mutating func serveRescue(_ number: WorkerNumber) {
    guard let start = state.start, let worker = state.workers[number] else { return }
    let old = state.server
    state.rescue = nil
    state.phase = .reloading(number, start)
    serve(with: number)
    state.delay.started(at: now)
    state.servedPlugins = worker.selection.filter { $0.reason == nil }
    if let old { replace(old) }
  }

  /// The worker has not become ready, for reasons that are in the log.
  mutating func failRescue(_ reasons: [String]) {
    state.failedStart = .init(time: now, value: reasons)
    state.rescue = nil
    keepHung()
    if state.server == nil { scheduleRescue() }
  }

  /// The worker is not needed any more.
  mutating func endRescue() {
    if let number = state.rescue?.worker { stop(number) }
    state.rescue = nil
  }

  /// The reload has failed: the worker goes on to start.
  ///
  /// - Returns: Whether there is one, or will be.
  mutating func goOnWithRescue() -> Bool {
    guard let rescue = state.rescue else { return false }
    state.rescue = nil
    switch rescue {
    case .starting(let number):
      let start = GroupState.Start(worker: number)
      state.phase = state.server.map { .reloading($0, start) } ?? .starting(start)
    case .due(let due):
      guard due > now else { return false }
      if state.server == nil { state.phase = .restarting(due: due) }
    }
    return true
  }
}
