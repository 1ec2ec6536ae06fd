extension ServiceRunner {
  /// Starts all services, calls the body, and stops them.
  ///
  /// - Parameters:
  ///   - executor: Where the body prefers to run; nil for no preference.
  ///   - makeBody: Makes what the body works with, before the services run.
  /// - Throws: The error of the body; a ``ServiceError`` if a service failed.
  nonisolated(nonsending) func run<Result: Sendable>(
    preferring executor: (any TaskExecutor)? = nil,
    _ makeBody:
      nonisolated(nonsending) @escaping @Sendable () async throws -> (
        nonisolated(nonsending) () async throws -> Result
      )
  ) async throws -> Result {
    try await start()
    let task = Task(executorPreference: executor) {
      let body = try await makeBody()
      await self.run()
      return try await body()
    }
    await onStop { task.cancel() }
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    await stop()
    let error = await error
    if await hasFailed, let error { throw error }
    let value = try result.get()
    if let error { throw error }
    return value
  }
}
