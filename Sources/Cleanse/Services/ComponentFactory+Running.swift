import CleanseGraph
internal import CleanseSupport

extension ComponentFactory {
  /// Starts the services of a new instance of the component, calls the function with its root, and stops the services.
  ///
  /// A service starts when all services that it depends on are ready; independent ones start at the same time. The root is
  /// made last. When the function has returned or thrown, the services stop in the opposite order. If a service fails to
  /// start, those that have started are stopped.
  ///
  /// When the calling task is cancelled, or a service ends whose ``ServiceSettings/Ending`` stops all, the task of the
  /// function is cancelled; the services are stopped in order after it has ended.
  ///
  /// - Parameters:
  ///   - seed: The value that the component's bindings depend on as `C.Seed`.
  ///   - observer: Receives what happens to services, one event at a time. It must return soon.
  ///   - body: Works with the root. It runs outside of any actor.
  /// - Returns: The result of the function.
  /// - Throws: The error of the function or of a factory; a ``ServiceError`` if a service failed.
  nonisolated(nonsending) public func withServices<Result: Sendable>(
    _ seed: C.Seed, observing observer: @escaping @Sendable (ServiceEvent) -> Void = { _ in },
    _ body: nonisolated(nonsending) @escaping @Sendable (C.Root) async throws -> Result
  ) async throws -> Result {
    try await withServices(seed, until: nil, observing: observer, body)
  }

  /// Starts the services of a new instance of a component without a seed, calls the function with its root, and stops the services.
  ///
  /// - Parameters:
  ///   - observer: Receives what happens to services, one event at a time. It must return soon.
  ///   - body: Works with the root. It runs outside of any actor.
  /// - Returns: The result of the function.
  /// - Throws: As ``withServices(_:observing:_:)``.
  nonisolated(nonsending) public func withServices<Result: Sendable>(
    observing observer: @escaping @Sendable (ServiceEvent) -> Void = { _ in },
    _ body: nonisolated(nonsending) @escaping @Sendable (C.Root) async throws -> Result
  ) async throws -> Result where C.Seed == Void {
    try await withServices((), observing: observer, body)
  }

  /// What ends a program that runs a component.
  private struct Termination {
    /// Stops the services when a signal is received.
    let signals: TerminationSignals.Subscription
    /// Runs what the end of the program waits for: services can block the threads that tasks share.
    let executor = SpareExecutor()
  }

  /// - Parameter termination: Nil to handle no signals.
  nonisolated(nonsending) private func withServices<Result: Sendable>(
    _ seed: C.Seed, until termination: Termination?,
    observing observer: @escaping @Sendable (ServiceEvent) -> Void,
    _ body: nonisolated(nonsending) @escaping @Sendable (C.Root) async throws -> Result
  ) async throws -> Result {
    guard case .plan(let plan, let parent) = builder else {
      return try await body(try root(seed))
    }
    let context = try await plan.prepare(seed, inside: parent)
    guard !plan.services.isEmpty else {
      let task = Task { try await body(try await plan.root(in: context)) }
      termination?.signals.onSignal { task.cancel() }
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
    let runner = try ServiceRunner(plan.services, in: context, observing: observer)
    termination?.signals.onSignal { runner.cancel() }
    return try await runner.run(preferring: termination?.executor) {
      let root = try await plan.root(in: context)
      return { try await body(root) }
    }
  }

  /// Starts the services of a new instance of the component, and stops them when the process receives SIGTERM or SIGINT, or
  /// when the task is cancelled.
  ///
  /// A second signal ends the process at once. The root is made, and kept until the services are to stop. For a factory that
  /// is a function, signals have their usual effect.
  ///
  /// - Parameters:
  ///   - seed: The value that the component's bindings depend on as `C.Seed`.
  ///   - observer: Receives what happens to services, one event at a time. It must return soon.
  /// - Throws: The error of a factory; a ``ServiceError`` if a service failed; a `CancellationError` if the task was
  ///   cancelled before all services were ready.
  nonisolated(nonsending) public func run(
    _ seed: C.Seed, observing observer: @escaping @Sendable (ServiceEvent) -> Void = { _ in }
  ) async throws {
    guard case .plan = builder else {
      return try await withServices(seed) { _ in try? await waitForCancellation() }
    }
    let signals = try TerminationSignals.Subscription()
    defer { signals.cancel() }
    do {
      let termination = Termination(signals: signals)
      try await withTaskExecutorPreference(termination.executor) {
        try await withServices(seed, until: termination, observing: observer) { root in
          try? await waitForCancellation()
          withExtendedLifetime(root) {}
        }
      }
    } catch is CancellationError where signals.isReceived {
      // A signal before all services were ready is an ordinary end, too.
    }
  }

  /// Runs the services of a component without a seed until the process receives SIGTERM or SIGINT, or the task is cancelled.
  ///
  /// - Parameter observer: Receives what happens to services, one event at a time. It must return soon.
  /// - Throws: As ``run(_:observing:)``.
  nonisolated(nonsending) public func run(
    observing observer: @escaping @Sendable (ServiceEvent) -> Void = { _ in }
  ) async throws where C.Seed == Void {
    try await run((), observing: observer)
  }
}

extension RootComponent where Seed == Void {
  /// Validates the component, and runs it until the process receives SIGTERM or SIGINT, or the task is cancelled.
  ///
  /// ```swift
  /// @main struct App {
  ///   static func main() async throws { try await AppComponent.run() }
  /// }
  /// ```
  ///
  /// - Parameter observer: Receives what happens to services, one event at a time. It must return soon.
  /// - Throws: As `ComponentFactory.of(_:)` and ``ComponentFactory/run(observing:)``.
  public nonisolated(nonsending) static func run(
    observing observer: @escaping @Sendable (ServiceEvent) -> Void = { _ in }
  ) async throws {
    try await ComponentFactory.of(Self.self).run(observing: observer)
  }
}

/// The system can't create a thread.
struct NoThreadError: Error, CustomStringConvertible {
  var description: String { "the system can't create the thread that starts services" }
}
