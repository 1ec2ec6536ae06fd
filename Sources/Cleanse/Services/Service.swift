/// A part of an application that starts, works and stops, such as a server, a worker or a connection pool.
///
/// Bind it with `.sharedInScope().asService()`. ``ComponentFactory/run(_:observing:)`` starts each service when all
/// services that it depends on are ready, and stops it when all that depend on it have stopped.
///
/// ```swift
/// actor Mailer: Service {
///   init(store: Store) { … }
///   func start() async throws { … }   // ready when it returns
///   func stop() async { … }           // sends what is left
/// }
///
/// binder.bind(Mailer.self).sharedInScope().asService().to(factory: Mailer.init)
/// ```
///
/// Each `start` that returns is followed by exactly one `stop`. The functions run outside of any actor unless the service
/// is one. None may block its thread for long: other services share it.
public protocol Service: Sendable {
  /// Starts the service. It is ready when this returns.
  ///
  /// The task is cancelled when the deadline has passed, or when the services are stopped meanwhile.
  func start() async throws

  /// Works until the service has stopped, or its task is cancelled. By default, it waits for that.
  ///
  /// It is called when all services of the component are ready and its root is made: a server accepts connections here, so
  /// that no client meets an application that can't be started. A service that starts again runs when it is ready itself. A service that returns or throws before it is stopped has ended by itself;
  /// ``ServiceSettings/Ending`` decides what happens.
  func run() async throws

  /// Finishes the work in progress, and releases what `start` has acquired.
  ///
  /// The task of `run` is cancelled after it returns. The task of `stop` is cancelled when the deadline has passed.
  func stop() async throws
}

extension Service {
  /// The service needs no time to become ready.
  public func start() async throws {}

  /// Waits until the task is cancelled.
  public func run() async throws { try await waitForCancellation() }

  /// The service has nothing to finish.
  public func stop() async throws {}
}

/// Returns, or throws a `CancellationError`, when the task is cancelled.
@Sendable package func waitForCancellation() async throws {
  while true { try await Task.sleep(for: .seconds(86_400)) }
}
