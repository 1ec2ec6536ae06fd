/// What a supervisor orders a worker to do.
package enum SupervisorOrder: String, Codable, Sendable {
  /// Stop the services and end.
  case stop
  /// Answer from a task, as a sign that tasks can run.
  case answer
  /// Run the health checks, and report the results.
  case check
}
