import CleanseGraph

/// Starts, watches and stops the services of one component instance.
///
/// A service starts when its predecessors are ready, and stops when its successors have stopped. Each function of a service
/// runs in a task of its own, which only the runner cancels, so the order also holds when the caller is cancelled.
actor ServiceRunner {
  private enum Phase {
    case waiting
    case starting
    /// The service starts, but is not wanted any more: it is stopped if it becomes ready.
    case leaving
    case ready
    /// The service has ended by itself, and still has to be stopped.
    case ended
    case stopping
    /// The service is started again later.
    case pausing
    /// The service has stopped, has failed to start, or was abandoned.
    case done
  }

  private struct State {
    let service: LinkedService
    var successors: [Int] = []
    var phase = Phase.waiting
    var instance: ServiceInstance?
    /// The number of the current phase, which distinguishes the end of an earlier one.
    var turn = 0
    /// The number of restarts since the service was last ready for long.
    var restarts = 0
    var readySince: ContinuousClock.Instant?
    var isRestarting = false
    var hasRun = false
    var hasStopped = false
    /// The task of the function that starts or stops the service.
    var task: Task<Void, Never>?
    var run: Task<Void, Never>?

    var isReady: Bool { phase == .ready || phase == .ended }
  }

  private enum Milestone {
    case ready, done
  }

  /// Why the services are stopped.
  enum StopReason {
    case requested, cancelled, failed
  }

  /// The time that a service gets after its task was cancelled.
  private static let grace = Duration.seconds(1)
  /// The delays before a service is started again: the first one, and the longest one.
  private static let delays = (first: Duration.milliseconds(100), longest: Duration.seconds(30))
  /// After this time, a service that ends is started again as if for the first time.
  private static let stableTime = Duration.seconds(60)

  nonisolated let executor: ServiceExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  private let context: Context
  private let observer: @Sendable (ServiceEvent) -> Void
  /// The priority of the task that runs the component, which the functions of services have, too.
  private let priority = Task.currentPriority
  private var states: [State]
  /// The services, each after its predecessors.
  private let order: [Int]
  private var reason: StopReason?
  /// Whether the caller works with the services, which then are not stopped before it says so.
  private var isInUse = false
  /// Whether all services have been ready at the same time.
  private var hasStarted = false
  private var failures: [ServiceEvent] = []
  private var waiters: [Milestone: [CheckedContinuation<Void, Never>]] = [:]
  private var onStop: (@Sendable () -> Void)?

  init(
    _ services: [LinkedService], in context: Context,
    observing observer: @escaping @Sendable (ServiceEvent) -> Void
  ) throws {
    order = try Self.order(of: services)
    guard let executor = ServiceExecutor.start() else { throw NoThreadError() }
    self.executor = executor
    self.context = context
    self.observer = observer
    states = services.map { State(service: $0) }
    for (index, service) in services.enumerated() {
      for predecessor in service.predecessors { states[predecessor].successors.append(index) }
    }
  }

  deinit {
    executor.end()
  }

  private static func order(
    of services: [LinkedService]
  ) throws(ServiceOrderError) -> [Int] {
    var successors: [[Int]] = Array(repeating: [], count: services.count)
    var missing = services.map(\.predecessors.count)
    for (index, service) in services.enumerated() {
      for predecessor in service.predecessors { successors[predecessor].append(index) }
    }
    var order = services.indices.filter { missing[$0] == 0 }
    var position = 0
    while position < order.count {
      for successor in successors[order[position]] {
        missing[successor] -= 1
        if missing[successor] == 0 { order.append(successor) }
      }
      position += 1
    }
    guard order.count == services.count else {
      throw ServiceOrderError(
        services: services.indices.filter { missing[$0] > 0 }.map { services[$0].key })
    }
    return order
  }

  // MARK: - For the caller

  /// Starts all services, and returns when they are ready.
  ///
  /// - Throws: A ``ServiceError`` or a `CancellationError`, after everything that had started has stopped.
  func start() async throws {
    advance()
    await withTaskCancellationHandler {
      await wait(for: .ready)
    } onCancel: {
      cancel()
    }
    guard let reason else {
      isInUse = true
      return
    }
    await wait(for: .done)
    if let error = error { throw error }
    if reason == .cancelled { throw CancellationError() }
  }

  /// Stops all services, without waiting for that.
  nonisolated func cancel() {
    executor.perform { self.assumeIsolated { $0.stop(because: .cancelled) } }
  }

  /// Calls the function when the services stop for a reason of their own; immediately if they do already.
  func onStop(_ action: @escaping @Sendable () -> Void) {
    if reason == nil { onStop = action } else { action() }
  }

  /// Stops all services, and returns when they have stopped or were abandoned.
  func stop() async {
    onStop = nil
    isInUse = false
    stop(because: .requested)
    advance()
    await wait(for: .done)
  }

  /// The errors of the services; nil if there are none.
  var error: ServiceError? { failures.isEmpty ? nil : ServiceError(events: failures) }

  /// Whether a service was the reason to stop.
  var hasFailed: Bool { reason == .failed }

  private func wait(for milestone: Milestone) async {
    guard !isReached(milestone) else { return }
    await withCheckedContinuation { waiters[milestone, default: []].append($0) }
  }

  private func isReached(_ milestone: Milestone) -> Bool {
    switch milestone {
    case .ready: reason != nil || states.allSatisfy(\.isReady)
    case .done: states.allSatisfy { $0.phase == .done }
    }
  }

  /// - Parameter isFailure: Whether the event is an error of the whole run.
  private func report(_ kind: ServiceEvent.Kind, of index: Int, isFailure: Bool = false) {
    let service = states[index].service
    let event = ServiceEvent(service: service.key, provenance: service.provenance, kind: kind)
    observer(event)
    if isFailure { failures.append(event) }
  }

  // MARK: - Transitions

  /// Starts and stops what can be, and resumes those who wait for that.
  private func advance() {
    if reason == nil {
      beginWaiting()
    } else {
      for index in states.indices
      where states[index].phase == .waiting || states[index].phase == .pausing {
        enter(.done, index)
      }
      if !isInUse { endReady() }
    }
    if isReached(.ready), reason == nil { hasStarted = true }
    for milestone in [Milestone.ready, .done] where isReached(milestone) {
      for waiter in waiters.removeValue(forKey: milestone) ?? [] { waiter.resume() }
    }
  }

  /// Starts the services that wait for no other one. What a predecessor depends on has to be ready as well: it may be
  /// started again at the time.
  private func beginWaiting() {
    var isSettled = Array(repeating: false, count: states.count)
    for index in order {
      let predecessors = states[index].service.predecessors
      guard predecessors.allSatisfy({ isSettled[$0] }) else { continue }
      isSettled[index] = states[index].isReady
      if states[index].phase == .waiting { begin(index) }
    }
  }

  /// Stops the services on which no other one depends any more, directly or through one that has stopped.
  private func endReady() {
    var isClear = Array(repeating: false, count: states.count)
    for index in order.reversed() {
      guard states[index].successors.allSatisfy({ isClear[$0] }) else { continue }
      isClear[index] = states[index].phase == .done
      if states[index].isReady { end(index) }
    }
  }

  /// Stops all services in order.
  private func stop(because reason: StopReason) {
    guard self.reason == nil else { return }
    self.reason = reason
    onStop?()
    onStop = nil
    for index in states.indices where states[index].phase == .starting { leave(index) }
    advance()
  }

  /// Enters the next phase of a service.
  private func enter(_ phase: Phase, _ index: Int) {
    states[index].phase = phase
    states[index].turn += 1
  }

  /// Calls the function after the delay, if the service is still in the same phase.
  private func after(
    _ delay: Duration, _ index: Int, _ action: @escaping @Sendable (isolated ServiceRunner) -> Void
  ) {
    let turn = states[index].turn
    executor.perform(after: delay) { [weak self] in
      self?.assumeIsolated { runner in
        if runner.states[index].turn == turn { action(runner) }
      }
    }
  }

  // MARK: - Starting

  private func begin(_ index: Int) {
    enter(.starting, index)
    report(.starting, of: index)
    let (make, context) = (states[index].service.make, context)
    states[index].task = Task.detached(priority: priority) {
      let result: Result<ServiceInstance, any Error>
      do {
        let instance = try make(context)
        try await instance.start()
        result = .success(instance)
      } catch {
        result = .failure(error)
      }
      await self.started(index, result)
    }
    let deadline = states[index].service.settings.startDeadline
    after(deadline, index) { runner in
      runner.leave(index)
      runner.startFailed(index, ServiceDeadlineError(deadline: deadline))
    }
  }

  private func started(_ index: Int, _ result: Result<ServiceInstance, any Error>) {
    let wasLeaving = states[index].phase == .leaving
    guard wasLeaving || states[index].phase == .starting else {
      // It was abandoned. What has started can't be stopped in order any more, but is not left running.
      if case .success(let instance) = result {
        Task.detached(priority: priority) { try await instance.stop() }
      }
      return
    }
    switch result {
    case .success(let instance):
      states[index].instance = instance
      states[index].readySince = .now
      enter(.ready, index)
      states[index].hasRun = wasLeaving
      if wasLeaving {
        if reason == nil { end(index) }
      } else {
        report(.ready, of: index)
        watch(index, instance)
      }
      advance()
    case .failure(let error):
      enter(.done, index)
      if !wasLeaving {
        startFailed(index, error)
        if states[index].isRestarting, reason == nil { pause(index) }
      } else if !(error is CancellationError) {
        report(.failed(error), of: index)
      }
      advance()
    }
  }

  /// What follows from a start that failed or is late.
  private func startFailed(_ index: Int, _ error: any Error) {
    // Before all have been ready, nothing would end a start that fails again and again.
    let isFailure = !states[index].isRestarting || !hasStarted
    report(.failed(error), of: index, isFailure: isFailure)
    if isFailure { stop(because: .failed) }
    advance()
  }

  /// Cancels the start of a service, and abandons it if it does not end.
  private func leave(_ index: Int) {
    enter(.leaving, index)
    states[index].task?.cancel()
    after(max(Self.grace, states[index].service.settings.stopDeadline), index) { runner in
      runner.abandon(index)
    }
  }

  // MARK: - Ending

  private func watch(_ index: Int, _ instance: ServiceInstance) {
    states[index].run = Task.detached(priority: priority) {
      guard await self.mayRun(index) else { return await self.ran(index, nil) }
      do {
        try await instance.run()
        await self.ran(index, nil)
      } catch {
        await self.ran(index, error)
      }
    }
  }

  /// Whether the service is ready, and has not been stopped before it could run.
  private func mayRun(_ index: Int) -> Bool { states[index].phase == .ready }

  /// The function `run` of a service has ended.
  private func ran(_ index: Int, _ error: (any Error)?) {
    states[index].hasRun = true
    switch states[index].phase {
    case .stopping:
      if let error, !(error is CancellationError) { report(.ended(error), of: index) }
      if states[index].hasStopped { finish(index) }
    case .ready:
      enter(.ended, index)
      let ending = states[index].service.settings.ending
      report(.ended(error), of: index, isFailure: ending == .stopAll && reason == nil)
      switch ending {
      case .ignore: break
      case .stopAll: stop(because: .failed)
      case .restart:
        guard reason == nil else { break }
        states[index].isRestarting = true
        end(index)
      }
      advance()
    default: break
    }
  }

  private func end(_ index: Int) {
    guard let instance = states[index].instance else { return finish(index) }
    enter(.stopping, index)
    report(.stopping, of: index)
    states[index].hasStopped = false
    states[index].task = Task.detached(priority: priority) {
      do {
        try await instance.stop()
        await self.stopped(index, nil)
      } catch {
        await self.stopped(index, error)
      }
    }
    let deadline = states[index].service.settings.stopDeadline
    after(deadline, index) { runner in
      runner.stopFailed(index, ServiceDeadlineError(deadline: deadline))
      runner.states[index].task?.cancel()
      runner.states[index].run?.cancel()
      runner.after(Self.grace, index) { $0.abandon(index) }
    }
  }

  /// The function `stop` of a service has ended.
  private func stopped(_ index: Int, _ error: (any Error)?) {
    guard states[index].phase == .stopping else { return }
    if let error { stopFailed(index, error) }
    states[index].hasStopped = true
    if states[index].hasRun { finish(index) } else { states[index].run?.cancel() }
  }

  /// A service that is started again has not failed, whatever happens before.
  private func stopFailed(_ index: Int, _ error: any Error) {
    report(.stopFailed(error), of: index, isFailure: reason != nil)
  }

  private func finish(_ index: Int) {
    (states[index].task, states[index].run) = (nil, nil)
    report(.stopped, of: index)
    if states[index].isRestarting, reason == nil { pause(index) } else { enter(.done, index) }
    advance()
  }

  private func abandon(_ index: Int) {
    report(.abandoned, of: index, isFailure: true)
    enter(.done, index)
    // It can neither be started again, nor be stopped.
    if reason == nil { stop(because: .failed) }
    advance()
  }

  // MARK: - Starting again

  private func pause(_ index: Int) {
    guard reason == nil else { return enter(.done, index) }
    enter(.pausing, index)
    if let since = states[index].readySince, since.duration(to: .now) > Self.stableTime {
      states[index].restarts = 0
    }
    states[index].readySince = nil
    let doublings = min(states[index].restarts, 16)
    let delay = min(Self.delays.first * (1 << doublings), Self.delays.longest)
    states[index].restarts += 1
    report(.restarting(after: delay), of: index)
    after(delay, index) { runner in
      // Its predecessors may be starting again, too.
      runner.enter(.waiting, index)
      runner.advance()
    }
  }
}
