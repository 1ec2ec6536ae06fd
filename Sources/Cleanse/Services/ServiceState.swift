/// What a service of a component does.
enum ServicePhase {
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

/// A service of a component that runs, and what its runner knows of it.
struct ServiceState {
  let service: LinkedService
  var successors: [Int] = []
  var phase = ServicePhase.waiting
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
