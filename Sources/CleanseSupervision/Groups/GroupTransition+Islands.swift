import CleanseSupport

// The application and its islands start together: a worker of the application finds the islands, those that have changed are
// started, and all of them serve from the moment at which the last one is ready. Otherwise, each island is a group like any other,
// which starts its own worker again.

// MARK: - The group of the application

extension GroupTransition {
  /// A worker has found all islands.
  mutating func startIslands(of number: WorkerNumber) {
    guard state.workers[number]?.divide() == true, let worker = state.workers[number],
      !worker.isEnding, !worker.isStopping
    else { return }
    // With the set that serves, they run already.
    if worker.set == state.sets.served?.number, number == state.rescue?.worker {
      return takeReadyIslands(of: number)
    }
    guard number == state.start?.worker else { return }
    effects.append(.startIslands(number, worker.islands))
  }

  /// The islands of a worker can serve.
  mutating func takeReadyIslands(of number: WorkerNumber) {
    guard let worker = state.workers[number], !worker.areIslandsReady else { return }
    state.workers[number]?.areIslandsReady = true
    if worker.isReady { tryReady(number) }
  }

  /// An island of a worker can't be started, so the application does not start either.
  mutating func failIsland(of number: WorkerNumber, because reason: String, _ culprit: String?) {
    guard number == state.start?.worker else { return }
    state.workers[number]?.culprit = culprit
    giveUp(number, because: reason)
  }
}

// MARK: - The group of an island

extension GroupTransition {
  /// Starts a worker with a set that the application is about to use. It replaces one that starts again.
  mutating func takeOffer(_ set: SetNumber) {
    // Its worker stops in any case: that of an earlier offer, or of an island that was gone for a while.
    if state.isStopping { state.hasServed = false } else { keepStart() }
    state.sets.take(set)
    let start = GroupState.Start(
      worker: WorkerNumber(rawValue: state.lastNumber.rawValue + 1), isReload: state.hasServed,
      isHeld: true)
    state.phase = state.server.map { .reloading($0, start) } ?? .starting(start)
    addCandidate(using: (set, isNew: false))
    if state.server == nil, state.hasServed { scheduleRescue() }
  }

  /// The worker that waits serves from now on.
  mutating func release() {
    guard var start = state.start, start.isHeld else { return }
    start.isHeld = false
    state.start = start
    replaceServer(by: start)
  }

  /// The worker that starts is not needed.
  mutating func withdraw() {
    guard let start = state.start, start.isHeld else { return }
    stop(start.worker)
    goOn()
  }

  /// A worker with the set that was offered can't serve.
  mutating func failHeld(_ reasons: [String], _ culprit: String?) {
    effects.append(.fail(reasons, culprit: culprit))
    goOn()
  }

  /// Has the worker that starts, or is about to, serve until the offer has succeeded.
  private mutating func keepStart() {
    if let start = state.start {
      if start.isHeld || state.rescue != nil {
        stop(start.worker)
      } else {
        state.rescue = .starting(start.worker)
      }
    } else if let due = state.restartDue, hasSet {
      state.rescue = .due(due)
    }
  }

  /// Goes on as before the offer.
  private mutating func goOn() {
    if let server = state.server {
      keepHung()
      state.phase = .serving(server)
    } else if !state.hasServed {
      stop()
    } else {
      state.phase = .restarting(due: now)
      if !goOnWithRescue() { restart() }
    }
  }

  /// Starts another worker beside the one that serves.
  mutating func replaceIsland() {
    if state.start == nil, state.restartDue == nil { begin() }
  }

  /// Whether there is a set to start a worker with. Only the application makes new ones.
  var hasSet: Bool { !state.isIsland || state.sets.served != nil }

  /// Waits for the next set.
  mutating func waitForSet() {
    state.phase = .restarting(due: .max)
    effects.append(.reload)
  }
}
