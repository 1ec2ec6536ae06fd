/// What a worker sends to its supervisor.
enum WorkerMessage: Codable, Equatable, Sendable {
  /// For the group of services that the worker runs.
  case report(WorkerReport)
  /// A line for the log. What the worker prints could be that of a plugin.
  case line(SupervisorLog.Level, String)
}
