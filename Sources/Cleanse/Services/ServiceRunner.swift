// This folder starts and stops services. The linker lists the services of a component (`LinkedService`), in the order
// that the resolver found; a `ServiceRunner`, an actor on a thread of its own (`ServiceExecutor`), moves each through the
// `ServiceState`s, and reports `ServiceEvent`s. `ComponentFactory.run` and `withServices` use it.

import CleanseGraph

/// Starts, watches and stops the services of one component instance.
///
/// A service starts when its predecessors are ready, and stops when its successors have stopped. All run as soon as all are
/// ready, and the caller says so. Each function of a service runs in a task of its own, which only the runner cancels, so the order also holds when the caller is cancelled.
actor ServiceRunner {
  private enum Milestone {
    case ready, done
  }

  /// Why the services are stopped.
  enum StopReason {
    case requested, cancelled, failed
  }

  nonisolated let executor: ServiceExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Runs the functions that stop services.
  nonisolated let spareExecutor = SpareExecutor()
  let context: Context
  private let observer: @Sendable (ServiceEvent) -> Void
  /// The priority of the task that runs the component, which the functions of services have, too.
  let priority = Task.currentPriority
  var states: [ServiceState]
  /// The services, each after its predecessors.
  private let order: [Int]
  private(set) var reason: StopReason?
  /// Whether the caller works with the services, which then are not stopped before it says so.
  private var isInUse = false
  /// Whether all services run.
  private(set) var hasStarted = false
  private var failures: [ServiceEvent] = []
  private var waiters: [Milestone: [CheckedContinuation<Void, Never>]] = [:]
  private var onStop: (@Sendable () -> Void)?

  init(
    _ services: [LinkedService], in context: Context,
    observing observer: @escaping @Sendable (ServiceEvent) -> Void
  ) throws {
    order = try LinkedService.order(of: services)
    guard let executor = ServiceExecutor.start() else { throw NoThreadError() }
    self.executor = executor
    self.context = context
    self.observer = observer
    states = services.map { ServiceState(service: $0) }
    for (index, service) in services.enumerated() {
      for predecessor in service.predecessors { states[predecessor].successors.append(index) }
    }
  }

  deinit {
    executor.end()
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

  /// Lets all services run, unless they stop.
  func run() {
    guard reason == nil, !hasStarted else { return }
    hasStarted = true
    for index in order { watch(index) }
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
    await withCheckedContinuation { continuation in
      // Asked here, and not before: a task that prefers an executor is enqueued again where it suspends, also on this actor.
      if isReached(milestone) {
        continuation.resume()
      } else {
        waiters[milestone, default: []].append(continuation)
      }
    }
  }

  private func isReached(_ milestone: Milestone) -> Bool {
    switch milestone {
    case .ready: reason != nil || states.allSatisfy(\.isReady)
    case .done: states.allSatisfy { $0.phase == .done }
    }
  }

  /// - Parameter isFailure: Whether the event is an error of the whole run.
  func report(_ kind: ServiceEvent.Kind, of index: Int, isFailure: Bool = false) {
    let service = states[index].service
    let event = ServiceEvent(service: service.key, provenance: service.provenance, kind: kind)
    observer(event)
    if isFailure { failures.append(event) }
  }

  // MARK: - Transitions

  /// Starts and stops what can be, and resumes those who wait for that.
  func advance() {
    if reason == nil {
      beginWaiting()
    } else {
      for index in states.indices
      where states[index].phase == .waiting || states[index].phase == .pausing {
        enter(.done, index)
      }
      if !isInUse { endReady() }
    }
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
  func stop(because reason: StopReason) {
    guard self.reason == nil else { return }
    self.reason = reason
    onStop?()
    onStop = nil
    for index in states.indices where states[index].phase == .starting { leave(index) }
    advance()
  }

  /// Enters the next phase of a service.
  func enter(_ phase: ServicePhase, _ index: Int) {
    states[index].phase = phase
    states[index].turn += 1
  }

  /// Calls the function after the delay, if the service is still in the same phase.
  func after(
    _ delay: Duration, _ index: Int, _ action: @escaping @Sendable (isolated ServiceRunner) -> Void
  ) {
    let turn = states[index].turn
    executor.perform(after: delay) { [weak self] in
      self?.assumeIsolated { runner in
        if runner.states[index].turn == turn { action(runner) }
      }
    }
  }
}
