/// What a supervisor says about itself and its worker.
package struct SupervisorStatus: Codable, Sendable {
  /// What the supervisor does.
  package enum State: String, Codable, Sendable {
    /// The first worker starts.
    case starting
    case ready
    /// A worker serves, and another one starts.
    case reloading
    /// The worker has ended, hangs or uses much memory, and another one is started.
    case restarting
    case stopping
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
    /// Nil in the answer of a program of an older version.
    package let permissions: Permissions?
    package let plugins: [String]
    /// The plugins that are left out because they fail; nil for none.
    package let leftOut: [LeftOut]?
    /// The addresses of its listening sockets.
    package let sockets: [String]
    package let services: [Service]
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
    package let state: String
    /// The services that have to be ready before it starts, and are not; nil unless it waits.
    package var waitsFor: [String]?
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
    package var secondsAgo: Double
    /// The plugins that served before, and are left out, or would be; nil for none.
    package var losses: [String]?

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

  /// Plugins that were given up for those that served before.
  package struct Fallback: Codable, Sendable {
    package let reason: String
    /// How long ago that was, in seconds.
    package let secondsAgo: Double
  }

  package var schema = "cleanse-status/1"
  package let process: Int32
  package let state: State
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
  package let secondsSinceChange: Double?

  /// Whether a worker serves and answers, and all health checks have passed.
  package var isHealthy: Bool {
    (worker?.responds ?? false) && health.allSatisfy { $0.error == nil }
  }
}

extension SupervisorStatus.Reload {
  /// - Parameters:
  ///   - reasons: Why it has failed; nil if it has succeeded.
  ///   - keepsOld: Whether the old plugins stay in use.
  ///   - warnings: The lines of warnings about the new plugins.
  ///   - losses: The plugins that served before, and are left out, or would be.
  init(
    failing reasons: [String]?, keepsOld: Bool = false, warnings: [String] = [],
    losses: [WorkerPlugin] = []
  ) {
    self.init(
      succeeded: reasons == nil, reasons: reasons ?? [], keepsOld: keepsOld,
      warnings: warnings.isEmpty ? nil : warnings, secondsAgo: 0,
      losses: losses.isEmpty ? nil : losses.map(\.name))
  }
}

extension SupervisorStatus {
  /// The status of a supervisor of one group.
  init(of group: GroupState, process: Int32, at now: UInt64) {
    func seconds(_ time: UInt64) -> Double { (Double(time) / 1e7).rounded() / 100 }
    func seconds(since time: UInt64) -> Double { seconds(now - time) }
    var (served, due) = (group.server, UInt64?.none)
    switch group.phase {
    case .starting(let start):
      state = start.isReload ? .reloading : group.hasServed ? .restarting : .starting
    case .serving: state = .ready
    case .reloading(_, let start): state = start.isReload ? .reloading : .restarting
    case .restarting(let time): (state, due) = (.restarting, time)
    case .stopping(_, _, let server): (state, served) = (.stopping, server)
    case .stopped: state = .stopping
    }
    self.process = process
    let serving = served.flatMap { number in group.workers[number].map { (number, $0) } }
    worker = serving.map { number, worker in
      Worker(
        process: worker.process, generation: number.rawValue,
        secondsReady: seconds(since: worker.since), responds: group.responds(at: now),
        permissions: worker.isConfined ? .enforced : .unconfined,
        plugins: worker.plugins, leftOut: LeftOut.list(of: worker, group.quarantine),
        sockets: worker.addresses.sorted(),
        services: worker.detailedServices)
    }
    let starting = group.start.flatMap { start in
      group.workers[start.worker].map { (start.worker, $0) }
    }
    candidate = starting.map { number, worker in
      Candidate(
        process: worker.process, generation: number.rawValue,
        secondsStarting: seconds(since: worker.since), plugins: worker.plugins,
        services: worker.detailedServices,
        steps: worker.steps.unfinished.map { step in
          Step(step: step.text, seconds: seconds(since: step.since))
        })
    }
    draining = group.workers.sorted { $0.key < $1.key }.map(\.value).filter(\.isStopping)
      .map(\.process)
    health = serving?.1.health ?? []
    reload = group.lastReload.map { last in
      var reload = last.value
      reload.secondsAgo = seconds(since: last.time)
      return reload
    }
    restarts = group.endCount
    failedStart = group.failedStart.map { last in
      FailedStart(
        reasons: last.value, secondsAgo: seconds(since: last.time),
        nextInSeconds: due.map { $0 <= now ? 0 : seconds($0 - now) })
    }
    secondsSinceEnd = group.lastEnd.map { seconds(since: $0.time) }
    lastEnd = group.lastEnd?.value
    fallback = group.fallback.map {
      Fallback(reason: $0.value, secondsAgo: seconds(since: $0.time))
    }
    recycling = Recycling(of: group, at: now)
    secondsSinceChange = group.sets.changed.map { seconds(since: $0) }
  }
}

extension SupervisorStatus.LeftOut {
  /// The plugins that a worker leaves out; nil for none.
  fileprivate static func list(of worker: GroupWorker, _ quarantine: GroupQuarantine) -> [Self]? {
    let list =
      worker.selection.compactMap { plugin in
        plugin.reason.map { Self(plugin: plugin.name, reason: $0) }
      }
      + quarantine.entries.filter { $0.set == worker.set && worker.without.contains($0.plugin) }
      .map { Self(plugin: $0.plugin, reason: $0.reason) }
    return list.isEmpty ? nil : list
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
}
