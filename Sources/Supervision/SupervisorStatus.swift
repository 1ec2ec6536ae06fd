/// What a supervisor says about itself and its worker.
package struct SupervisorStatus: Codable, Sendable {
  /// What the supervisor does.
  package enum State: String, Codable, Sendable {
    /// The first worker starts.
    case starting
    case ready
    /// A worker serves, and another one starts.
    case reloading
    /// The worker has ended, and is started again.
    case restarting
    case stopping
  }

  /// A worker process.
  package struct Worker: Codable, Sendable {
    package let process: Int32
    /// The number of the worker, from 1.
    package let generation: Int
    /// How long it has been ready, in seconds.
    package let secondsReady: Double
    /// Whether it has answered lately.
    package let responds: Bool
    package let plugins: [String]
    /// The addresses of its listening sockets.
    package let sockets: [String]
    package let services: [Service]
  }

  /// A service of the worker.
  package struct Service: Codable, Sendable {
    package let service: String
    package let state: String
  }

  /// How the last reload ended.
  package struct Reload: Codable, Sendable {
    package let succeeded: Bool
    /// Why it has failed, or a single line.
    package let reasons: [String]
    /// Whether the old plugins stay in use, as the new ones can't be used.
    package let keepsOld: Bool
    /// How long ago it ended, in seconds.
    package var secondsAgo: Double

    /// The end of the reload as a clause.
    package var summary: String {
      if succeeded { return "the reload has succeeded" }
      return "the reload has failed" + (keepsOld ? "; the old plugins stay in use" : "")
    }
  }

  /// A start of a worker that has failed.
  package struct FailedStart: Codable, Sendable {
    package let reasons: [String]
    /// How long ago it failed, in seconds.
    package let secondsAgo: Double
    /// When the next worker is started, in seconds; nil if it starts now, or is not to be started.
    package let nextInSeconds: Double?
  }

  package var schema = "cleanse-status/1"
  package let process: Int32
  package let state: State
  /// The worker that serves.
  package let worker: Worker?
  /// The process IDs of workers that stop.
  package let draining: [Int32]
  package let health: [HealthResult]
  package let reload: Reload?
  /// How often a worker has ended by itself.
  package let restarts: Int
  /// The last start, if it has failed, unless a worker has been ready since.
  package let failedStart: FailedStart?
  /// How long ago the last worker has ended by itself, in seconds.
  package let secondsSinceEnd: Double?
  /// How the last worker that ended by itself has ended.
  package let lastEnd: String?

  /// Whether a worker serves and answers, and all health checks have passed.
  package var isHealthy: Bool {
    (worker?.responds ?? false) && health.allSatisfy { $0.error == nil }
  }
}

/// What a program asks of a supervisor over its control socket.
package enum SupervisorRequest: String, Codable, Sendable {
  case status
  /// Reload, and answer when that is done.
  case reload
}

/// The answer of a supervisor.
package enum SupervisorAnswer: Codable, Sendable {
  case status(SupervisorStatus)
  case reloaded(SupervisorStatus.Reload)
}
