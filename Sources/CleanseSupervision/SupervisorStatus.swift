/// What a supervisor says about itself and its worker.
package struct SupervisorStatus: Codable, Sendable {
  /// What the supervisor does.
  package enum State: String, CaseIterable, Codable, Sendable {
    /// The first worker starts.
    case starting
    case ready
    /// A worker serves, and another one starts.
    case reloading
    /// The worker has ended, hangs or uses much memory, and another one is started.
    case restarting
    case stopping

    /// Whether no request is served from now on.
    var isFinal: Bool {
      switch self {
      case .starting, .ready, .reloading, .restarting: false
      case .stopping: true
      }
    }
  }

  /// Whether a worker may do only what `permissions` in the policy file lists.
  package enum Permissions: String, Codable, Sendable {
    /// The policy file has none: plugins may do all that the user may.
    case unconfined = "none"
    case enforced
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
    package let permissions: Permissions
    package let plugins: [String]
    /// When it has loaded them, as a time of RFC 3339 in UTC; nil before.
    package let loadedAt: String?
    /// The files of plugins and contracts that it has loaded.
    package let loaded: [LoadedFile]?
    /// The plugins that are left out because they fail; nil for none.
    package let leftOut: [LeftOut]?
    /// The addresses of its listening sockets.
    package let sockets: [String]
    package let services: [Service]
  }

  /// A file of the program that runs.
  package struct ProgramFile: Codable, Sendable {
    /// The path at which it was opened.
    package let file: String
    package let version: String
    /// The digest of what runs; nil if the file can't be read.
    package let digest: String?
    /// Whether the path has another file now, or none.
    package let differs: Bool
  }

  /// What can differ from what runs.
  package enum Difference: String, CaseIterable, Codable, Sendable {
    /// The files of plugins and settings.
    case plugins
    /// The file of the program.
    case program
    /// The library of the framework.
    case runtime
  }

  /// How often something has happened since the supervisor started.
  package struct Counts: Codable, Sendable {
    /// The workers that were started.
    package let workers: Int
    package let succeededReloads: Int
    package let failedReloads: Int
    /// The workers that could not serve; of a reload, only those that have crashed.
    package let failedStarts: Int
    /// The plugins that have crashed, by identifier.
    package let crashes: [Crashes]
  }

  /// How often a worker has crashed in a plugin.
  package struct Crashes: Codable, Equatable, Sendable {
    /// The identifier.
    package let plugin: String
    package let count: Int
  }

  /// A plugin that is left out.
  package struct LeftOut: Codable, Sendable {
    /// The identifier, or the path of the file.
    package let plugin: String
    package let reason: String
  }

  /// A service of the worker.
  package struct Service: Codable, Equatable, Sendable {
    package let service: String
    /// The identifier of its plugin; nil if it is not known.
    package var plugin: String?
    package let state: String
    /// The services that have to be ready before it starts, and are not; nil unless it waits.
    package var waitsFor: [String]?
    /// How long its last start took, in seconds; nil before it was ready.
    package var startSeconds: Double?

    /// What messages name it.
    package var title: String { ServiceTitle.text(service, of: plugin) }
  }

  /// A worker that starts.
  package struct Candidate: Codable, Sendable {
    package let process: Int32
    /// The number of the worker, from 1.
    package let generation: Int
    /// How long it has been starting, in seconds.
    package let secondsStarting: Double
    package let plugins: [String]
    package let services: [Service]
    /// What it does.
    package let steps: [Step]
  }

  /// A step of the start of a worker that has not ended.
  package struct Step: Codable, Sendable {
    /// What is done, as a sentence.
    package let step: String
    /// How long it has taken so far.
    package let seconds: Double
  }

  /// How the last reload ended.
  package struct Reload: Codable, Equatable, Sendable {
    package let succeeded: Bool
    /// Why it has failed, or a single line.
    package let reasons: [String]
    /// Whether the old plugins stay in use, as the new ones can't be used.
    package let keepsOld: Bool
    /// The lines of warnings about the new plugins; nil if there are none.
    package let warnings: [String]?
    /// How long ago it ended, in seconds.
    package let secondsAgo: Double
    /// The plugins that served before, and are left out, or would be; nil for none.
    package var losses: [String]?
    /// What has become of the islands; nil if it has failed, and if all plugins run in one process.
    package var islands: IslandChanges?

    /// The end of the reload as a clause.
    package var summary: String {
      if succeeded { return "the reload has succeeded" }
      return "the reload has failed" + (keepsOld ? "; the old plugins stay in use" : "")
    }
  }

  /// What a reload has changed, by the names of islands.
  package struct IslandChanges: Codable, Equatable, Sendable {
    /// Those that have another process now.
    package let replaced: [String]
    /// Those that did not run before.
    package let started: [String]
    /// Those that do not run any more.
    package let stopped: [String]
  }

  /// A start of a worker that has failed.
  package struct FailedStart: Codable, Sendable {
    package let reasons: [String]
    /// How long ago it failed, in seconds.
    package let secondsAgo: Double
    /// When the next worker is started, in seconds; nil if it starts now, or is not to be started.
    package let nextInSeconds: Double?
  }

  /// A program that could not replace the one that runs.
  package struct FailedReplacement: Codable, Sendable {
    package let reasons: [String]
    /// How long ago that was, in seconds.
    package let secondsAgo: Double
  }

  /// Plugins that were given up for those that served before.
  package struct Fallback: Codable, Sendable {
    package let reason: String
    /// How long ago that was, in seconds.
    package let secondsAgo: Double
  }

  /// Plugins that run in a process of their own.
  package struct Island: Codable, Sendable {
    /// The name in the settings, or the identifier of the first plugin.
    package let island: String
    package let state: State
    /// The worker that serves.
    package let worker: Worker?
    /// The worker that starts.
    package let candidate: Candidate?
    package let health: [HealthResult]
    /// How often a worker has ended by itself.
    package let restarts: Int
    /// How the last worker that ended by itself has ended.
    package let lastEnd: String?
    /// How long ago that was, in seconds.
    package let secondsSinceEnd: Double?
    package let failedStart: FailedStart?
    /// Why the plugins that served before the last ones serve; nil if they don't.
    package let fallback: Fallback?
    /// What is done about workers that use much memory; nil if there is no limit.
    package let recycling: Recycling?
    package let counts: Counts
    /// What its processes use.
    package internal(set) var processes: [ProcessUse]?
  }

  package var schema = "cleanse-status/1"
  package let process: Int32
  /// When the supervisor started, as a time of RFC 3339 in UTC.
  package internal(set) var started: String?
  /// The program that runs.
  package internal(set) var program: ProgramFile?
  /// The library of the framework that runs; nil if it is a part of the program.
  package internal(set) var runtime: ProgramFile?
  package let state: State
  /// Whether a worker has ever served.
  package let hasStarted: Bool
  /// The exit status with which the supervisor is about to end; nil unless it stops.
  package let exitStatus: Int32?
  /// The worker that serves.
  package let worker: Worker?
  /// The worker that starts.
  package let candidate: Candidate?
  /// The process IDs of workers that stop.
  package let draining: [Int32]
  package let health: [HealthResult]
  package let reload: Reload?
  /// How often a worker has ended by itself.
  package let restarts: Int
  /// The last program that was to replace the one that runs; nil unless it could not.
  package internal(set) var failedReplacement: FailedReplacement?
  /// The number of lines of the log that were lost.
  package internal(set) var lostLogLines = 0
  /// The last start, if it has failed, unless a worker has been ready since.
  package let failedStart: FailedStart?
  /// How long ago the last worker has ended by itself, in seconds.
  package let secondsSinceEnd: Double?
  /// How the last worker that ended by itself has ended.
  package let lastEnd: String?

  /// Why the plugins that served before the last ones serve; nil if they don't.
  package let fallback: Fallback?
  /// What is done about workers that use much memory; nil if there is no limit.
  package let recycling: Recycling?
  /// How long the files of plugins and settings have differed from those that serve, in seconds; nil if they do not.
  package internal(set) var secondsSinceChange: Double?
  /// Whether the plugins in these files have failed, in a reload or later, and not changed since; nil if files do not differ.
  package internal(set) var haveChangesFailed: Bool?
  /// How long the set that serves has served, in seconds.
  package let secondsSinceSet: Double?
  /// How often something has happened since the supervisor started.
  package let counts: Counts
  /// What the supervisor and its workers use.
  package internal(set) var processes: [ProcessUse]?
  /// The islands; nil if all plugins run in one process.
  package internal(set) var islands: [Island]?
  /// What differs from what runs; nil for nothing.
  package internal(set) var differences: [Difference]?
  /// What the supervisor can't do, as sentences; nil for nothing.
  package internal(set) var problems: [String]?

  /// Adds what the supervisor can't do.
  mutating func add(_ problems: [String]) {
    if !problems.isEmpty { self.problems = (self.problems ?? []) + problems }
  }

  /// Whether files differ from what runs, also as an island runs the plugins that served before.
  package var differs: Bool {
    secondsSinceChange != nil || differences != nil
      || (islands ?? []).contains { $0.fallback != nil }
  }

  /// Whether a worker serves and answers, also from now on, and all health checks have passed; so do those of all islands.
  package var isHealthy: Bool {
    !state.isFinal && (worker?.responds ?? false) && health.allSatisfy { $0.error == nil }
      && (islands ?? []).allSatisfy { island in
        island.worker?.responds == true && island.health.allSatisfy { $0.error == nil }
      }
  }
}

/// What a program asks of a supervisor over its control socket.
package enum SupervisorRequest: String, Codable, Sendable {
  case status
  /// Reload, and answer when that is done.
  case reload
  /// The same, also if plugins that serve have to be left out.
  case reloadAllowingLoss
  /// Replace the program by the one that is installed, and answer when it has reloaded.
  case reloadProgram

  /// Whether the answer can take as long as a reload.
  package var isReload: Bool { self != .status }
}

/// The answer of a supervisor.
package enum SupervisorAnswer: Codable, Sendable {
  case status(SupervisorStatus)
  /// What the reload waits for, which another answer follows.
  case waiting([String])
  case reloaded(SupervisorStatus.Reload)
  /// Why the program was not replaced.
  case refused([String])
  /// The socket does not allow the request, for a reason.
  case forbidden(String)
}
