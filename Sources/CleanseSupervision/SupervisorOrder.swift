/// What a supervisor orders a worker to do.
package enum SupervisorOrder: Codable, Equatable, Sendable {
  /// Stop the services and end.
  case stop
  /// Run the health checks, and report the results.
  case check
}
