import CleansePluginMetadata
import CleanseSupport

// The application and its islands start together: a worker of the application finds the islands, those that have changed are
// started, and all of them serve from the moment at which the last one is ready. Otherwise, each island is a group like any other,
// which starts its own worker again.

// MARK: - Any group

extension GroupTransition {
  /// How soon another worker is started if the last one could not serve.
  private static let renewalTime: UInt64 = 10_000_000_000

  /// Replaces the worker that serves by one with the set that has served.
  mutating func renew() {
    state.start?.isToBeRenewed = true
    state.renewalDue = now
    startRenewal()
  }

  /// Starts the worker, if nothing else starts.
  mutating func startRenewal() {
    guard case .serving = state.phase, let due = state.renewalDue, due <= now else { return }
    state.renewalDue = now + Self.renewalTime
    begin()
  }
}

// MARK: - The group of the application

extension GroupTransition {
  /// What the application waits for, of which the log has more in the entries of the islands.
  private static let islandStep = "the islands start"

  /// A worker has found an island.
  mutating func add(
    _ island: WorkerIsland, describedBy text: String, of number: WorkerNumber
  ) {
    guard state.hasIslands, let set = state.workers[number]?.set else { return }
    do throws(UnusableIslands) {
      // A plugin that could describe an island would choose its files and permissions.
      guard try state.workers[number]?.add(island) == true else { return }
      effects.append(.describe(island.name, set, text))
    } catch {
      guard state.workers[number]?.isStopping == false else { return }
      giveUp(number, because: error.reason)
    }
  }

  /// A worker has found all islands.
  mutating func startIslands(of number: WorkerNumber) {
    let isRescue = number == state.rescue?.worker
    guard state.hasIslands, isRescue || number == state.start?.worker,
      state.workers[number]?.divide() == true, let worker = state.workers[number]
    else { return }
    // It serves before the reload has ended, which starts others: those that run go on until then.
    if isRescue { return takeReadyIslands(of: number) }
    if !worker.areIslandsReady { state.workers[number]?.steps.begin(Self.islandStep, at: now) }
    effects.append(.startIslands(number, worker.islands))
  }

  /// The islands of a worker can serve.
  mutating func takeReadyIslands(of number: WorkerNumber) {
    guard let worker = state.workers[number], !worker.areIslandsReady else { return }
    state.workers[number]?.areIslandsReady = true
    state.workers[number]?.steps.finish(Self.islandStep)
    if worker.isReady { tryReady(number) }
  }

  /// An island of a worker that could serve is about to end.
  mutating func takeUnreadyIslands(of number: WorkerNumber) {
    guard let start = state.start, number == start.worker else { return }
    state.workers[number]?.areIslandsReady = false
    endTrial(of: start)
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
  /// How soon a set is requested again, at the earliest.
  private static let leastReloadTime: UInt64 = 1_000_000_000

  /// Starts a worker with a set that the application is about to use. It replaces one that starts again.
  mutating func takeOffer(_ set: SetNumber, _ limits: IslandLimits?) {
    if state.isStopping { state.forgetService() } else { keepStart() }
    state.sets.take(set)
    let start = GroupState.Start(
      worker: WorkerNumber(rawValue: state.lastNumber.rawValue + 1), isReload: state.hasServed,
      isHeld: true)
    state.phase = state.server.map { .reloading($0, start) } ?? .starting(start)
    addCandidate(using: GroupSets.Choice(number: set, limits: limits))
    if state.server == nil, state.hasServed { scheduleRescue() }
  }

  /// The island is not needed any more.
  mutating func drop() {
    log(.reloaded, "it is no island of the plugins that serve now, and stops")
    stop()
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
      if start.isHeld {
        stop(start.worker)
      } else if start.trialEnd != nil {
        // It is ready, and its plugins have served before.
        replaceServer(by: start)
      } else {
        state.rescue = .starting(start.worker)
      }
    } else if let due = state.restartDue, hasSet {
      state.rescue = .due(due)
    }
  }

  /// Goes on as before the offer.
  private mutating func goOn() {
    guard state.hasServed else { return stop() }
    keepHung()
    state.phase = state.server.map { .serving($0) } ?? .restarting(due: now)
    if !goOnWithRescue(), state.server == nil { restart() }
  }

  /// Whether there is a set to start a worker with. Only the application makes new ones.
  var hasSet: Bool { !state.isIsland || state.sets.served != nil }

  /// Requests a set, again and again: the reload can fail.
  mutating func waitForSet() {
    if state.server == nil {
      let wait = max(state.delay.next(at: now), Self.leastReloadTime)
      state.phase = .restarting(due: now + wait)
    }
    effects.append(.requestReload)
  }
}

extension GroupState {
  /// The island is gone, and returns while its worker stops: it is a new one.
  fileprivate mutating func forgetService() {
    hasServed = false
    (servedPlugins, delay) = ([], RestartDelay())
    (fallback, lastEnd, failedStart) = (nil, nil, nil)
  }
}
