/// What a worker sends to its supervisor.
enum WorkerMessage: Codable, Equatable, Sendable {
  /// For the group of services that the worker runs.
  case report(WorkerReport)
  /// An entry for the log. What the worker prints could be that of a plugin.
  case entry(LogRecord)
}
