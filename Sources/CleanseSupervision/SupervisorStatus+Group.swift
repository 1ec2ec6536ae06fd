import CleanseSupport

extension SupervisorStatus.Reload {
  /// - Parameters:
  ///   - reasons: Why it has failed; nil if it has succeeded.
  ///   - keepsOld: Whether the old plugins stay in use.
  ///   - warnings: The lines of warnings about the new plugins.
  ///   - losses: The plugins that served before, and are left out, or would be.
  ///   - islands: What has become of the islands.
  init(
    failing reasons: [String]?, keepsOld: Bool = false, warnings: [String] = [],
    losses: [WorkerPlugin] = [], islands: SupervisorStatus.IslandChanges? = nil
  ) {
    self.init(
      succeeded: reasons == nil, reasons: reasons ?? [], keepsOld: keepsOld,
      warnings: warnings.isEmpty ? nil : warnings, secondsAgo: 0,
      losses: losses.isEmpty ? nil : losses.map(\.name), islands: islands)
  }

  /// What there is room for, at another time after the reload.
  fileprivate func fitting(
    into room: inout StatusRoom, secondsAgo: Double
  ) -> SupervisorStatus.Reload {
    SupervisorStatus.Reload(
      succeeded: succeeded, reasons: room.fitting(reasons), keepsOld: keepsOld,
      warnings: warnings.map { room.fitting($0) }, secondsAgo: secondsAgo,
      losses: losses.map { room.fitting($0) }, islands: islands)
  }
}

extension SupervisorStatus {
  /// The status of a supervisor of one group.
  ///
  /// - Parameter room: The room for what its processes have reported.
  init(
    of group: GroupState, process: Int32, at now: UInt64, within room: StatusRoom = StatusRoom()
  ) {
    var room = room
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
    hasStarted = group.hasServed
    exitStatus = if case .stopping(_, let status, _) = group.phase { status } else { nil }
    let serving = served.flatMap { number in group.workers[number].map { (number, $0) } }
    // What matters most comes first, as there may be no room for all.
    failedStart = group.failedStart.map { last in
      FailedStart(
        reasons: room.fitting(last.value), secondsAgo: seconds(since: last.time),
        nextInSeconds: due.map { $0 <= now ? 0 : seconds($0 - now) })
    }
    reload = group.lastReload.map { last in
      last.value.fitting(into: &room, secondsAgo: seconds(since: last.time))
    }
    health = room.fitting(serving?.1.health ?? [])
    worker = serving.map { number, worker in
      Worker(
        process: worker.process, generation: number.rawValue,
        secondsReady: seconds(since: worker.since), responds: group.responds(at: now),
        permissions: worker.isConfined ? .enforced : .unconfined,
        plugins: room.fitting(worker.plugins),
        loadedAt: worker.loadTime.map(Timestamp.text(ofSeconds:)),
        loaded: worker.loaded.isEmpty ? nil : room.fitting(worker.loaded),
        leftOut: LeftOut.list(of: worker, group.quarantine).map { room.fitting($0) },
        sockets: worker.addresses.sorted(),
        services: room.fitting(worker.detailedServices))
    }
    let starting = group.start.flatMap { start in
      group.workers[start.worker].map { (start.worker, $0) }
    }
    candidate = starting.map { number, worker in
      Candidate(
        process: worker.process, generation: number.rawValue,
        secondsStarting: seconds(since: worker.since), plugins: room.fitting(worker.plugins),
        services: room.fitting(worker.detailedServices),
        steps: room.fitting(
          worker.steps.unfinished.map { step in
            Step(step: step.text, seconds: seconds(since: step.since))
          }))
    }
    draining = group.workers.sorted { $0.key < $1.key }.map(\.value).filter(\.isStopping)
      .map(\.process)
    restarts = group.endCount
    secondsSinceEnd = group.lastEnd.map { seconds(since: $0.time) }
    lastEnd = group.lastEnd?.value
    fallback = group.fallback.map {
      Fallback(reason: $0.value, secondsAgo: seconds(since: $0.time))
    }
    recycling = Recycling(of: group, at: now)
    secondsSinceChange = group.sets.changed.map { seconds(since: $0) }
    haveChangesFailed = secondsSinceChange.map { _ in group.sets.haveChangesFailed }
    differences = secondsSinceChange.map { _ in [.plugins] }
    secondsSinceSet =
      group.sets.served == nil ? nil : group.sets.servedSince.map { seconds(since: $0) }
    counts = Counts(group)
    if room.isExceeded { problems = ["the status has only a part of what the services report"] }
  }
}

extension SupervisorStatus.FailedReplacement {
  /// - Parameter failure: The reasons.
  init(_ failure: GroupState.Dated<[String]>, at now: UInt64) {
    self.init(
      reasons: failure.value, secondsAgo: (Double(now - failure.time) / 1e7).rounded() / 100)
  }
}

extension SupervisorStatus {
  /// Adds what is known of the program that this process runs, which has a version.
  mutating func describe(_ running: RunningProgram, version: String) {
    processes = uses
    started = Timestamp.text(ofSeconds: running.started)
    program = running.program.map { ProgramFile($0, version: version) }
    runtime = running.runtime.map { ProgramFile($0, version: version) }
    let replaced: [Difference] =
      (program?.differs == true ? [.program] : []) + (runtime?.differs == true ? [.runtime] : [])
    if !replaced.isEmpty { differences = (differences ?? []) + replaced }
  }
}

extension SupervisorStatus {
  /// What the supervisor and its workers use now.
  private var uses: [ProcessUse] {
    [ProcessUse(process, .supervisor)].compactMap(\.self) + usesOfWorkers
  }

  /// What the workers use now. The supervisor has so many descriptors that they are counted once, and not for each island.
  var usesOfWorkers: [ProcessUse] {
    let known: [(Int32?, ProcessUse.Role)] = [
      (worker?.process, .worker), (candidate?.process, .candidate),
    ]
    return (known + draining.map { ($0, .draining) }).compactMap { process, role in
      process.flatMap { ProcessUse($0, role) }
    }
  }
}

extension SupervisorStatus.Counts {
  fileprivate init(_ group: GroupState) {
    let counts = group.counts
    self.init(
      workers: group.lastNumber.rawValue, succeededReloads: counts.succeededReloads,
      failedReloads: counts.failedReloads, failedStarts: counts.failedStarts,
      crashes: counts.crashes.sorted { $0.key < $1.key }.map { plugin, count in
        .init(plugin: plugin, count: count)
      })
  }
}

extension SupervisorStatus.ProgramFile {
  fileprivate init(_ running: RunningFile, version: String) {
    self.init(
      file: running.path, version: version, digest: running.digest.map { "\($0)" },
      differs: running.differs())
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
