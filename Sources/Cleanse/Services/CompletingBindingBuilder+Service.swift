public import CleanseGraph

extension CompletingBindingBuilder where Element: Service {
  /// Makes the shared instance a service: ``ComponentFactory/run(_:observing:)`` starts and stops it.
  ///
  /// It is made and started even if nothing depends on it.
  ///
  /// - Parameter settings: The deadlines, and what happens when the service ends by itself.
  public func asService(_ settings: ServiceSettings = ServiceSettings()) -> Self {
    service(
      settings,
      ServiceHooks<Element>(
        start: { try await $0.start() }, run: { try await $0.run() }, stop: { try await $0.stop() })
    )
  }
}

extension CompletingBindingBuilder where Element: Sendable {
  /// Makes the shared instance of a type that is not a ``Service`` a service, with functions of its own.
  ///
  /// - Parameters:
  ///   - settings: The deadlines, and what happens when the instance ends by itself.
  ///   - start: Starts the instance, which is ready when the function returns.
  ///   - run: Works until the instance has stopped or the task is cancelled; nil to wait for that.
  ///   - stop: Finishes the work in progress, and releases what `start` has acquired.
  public func asService(
    _ settings: ServiceSettings = ServiceSettings(),
    start: @escaping @Sendable (Element) async throws -> Void,
    run: (@Sendable (Element) async throws -> Void)? = nil,
    stop: @escaping @Sendable (Element) async throws -> Void = { _ in }
  ) -> Self {
    service(
      settings,
      ServiceHooks<Element>(
        start: start, run: run ?? { _ in try await waitForCancellation() }, stop: stop))
  }

  private func service(_ settings: ServiceSettings, _ hooks: ServiceHooks<Element>) -> Self {
    replacing(draft: draft.changing { $0.options.service = (settings, hooks) })
  }
}
