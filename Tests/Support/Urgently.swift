/// Runs a test with deadlines: tests that block the few threads of the concurrency runtime delay all other tasks, but not
/// those of a higher priority.
public func urgently<Result: Sendable>(
  _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  try await Task(priority: .high, operation: body).value
}
