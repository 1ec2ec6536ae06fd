import CleanseProcesses

/// The state of a group of services, which one worker runs: all workers that have not ended, and what comes next.
///
/// It is data. ``applying(_:at:)`` returns the state after an event, and the effects that the supervisor carries out.
struct GroupState: Equatable, Sendable {
  /// What the group does. What one worker does is in its ``GroupWorker``: a worker that was replaced stops in any phase.
  enum Phase: Equatable, Sendable {
    /// No worker serves, and one starts.
    case starting(Start)
    case serving(WorkerNumber)
    /// A worker serves, and another one starts to replace it.
    case reloading(WorkerNumber, Start)
    /// No worker serves, and one will be started at a time, which is 0 at the beginning.
    case restarting(due: UInt64)
    /// All workers stop.
    ///
    /// - Parameter server: The worker that served at the time.
    case stopping(since: UInt64, status: Int32, server: WorkerNumber?)
    /// All workers have ended.
    case stopped
  }

  /// The start of a worker, the candidate: until it is ready, and then for the time of a trial.
  struct Start: Equatable, Sendable {
    var worker: WorkerNumber
    /// Whether it is to replace plugins that have served.
    var isReload = false
    /// The requests that its result answers.
    var requests: [RequestNumber] = []
    /// Whether plugins that serve may be left out.
    var allowsLoss = false
    /// The requests of the reload that follows it; nil if none does.
    var pending: [RequestNumber]?
    /// Whether that may leave out plugins that serve.
    var pendingAllowsLoss = false
    /// When the candidate replaces the worker that serves; nil before it is ready.
    var trialEnd: UInt64?
    /// Whether the candidate of an island waits, once it is ready, for those of the other islands.
    var isHeld = false
    /// Whether another one has to replace it as well: it may have got what is damaged.
    var isToBeRenewed = false
  }

  /// A worker with the plugins that have served, which is started although a reload is in progress.
  enum Rescue: Equatable, Sendable {
    /// It will be started at a time.
    case due(UInt64)
    case starting(WorkerNumber)

    var worker: WorkerNumber? { if case .starting(let number) = self { number } else { nil } }
  }

  /// A value, and the time since which it is valid.
  struct Dated<Value: Equatable & Sendable>: Equatable, Sendable {
    let time: UInt64
    let value: Value
  }

  /// Whether the group is an island, which gets its sets from the group of the application.
  let isIsland: Bool
  /// Whether its workers may report islands.
  let hasIslands: Bool
  /// How long a worker may take until it is ready.
  let readyDeadline: Duration
  /// How long a worker may take to stop.
  let stopDeadline: Duration
  /// How long the worker that serves may take to answer.
  let hangDeadline: Duration
  /// How long it may owe an answer while it computes; nil for any time.
  let computeDeadline: Duration?
  var phase = Phase.restarting(due: 0)
  var workers: [WorkerNumber: GroupWorker] = [:]
  var lastNumber = WorkerNumber(rawValue: 0)
  /// Whether a worker has served.
  var hasServed = false
  /// The plugins of the last worker that has served.
  var servedPlugins: [WorkerPlugin] = []
  /// The addresses of the sockets of the last worker that has served, and does not any more.
  var servedAddresses: Set<String> = []
  var delay = RestartDelay()
  /// The copies of plugins.
  var sets: GroupSets
  /// The plugins that are left out of them because they made workers fail.
  var quarantine = GroupQuarantine()
  /// How often a worker may be started again before the program ends; nil for any number of times.
  let restartLimit: CrashLimit?
  /// When one was.
  var restarts: [UInt64] = []
  /// The workers that use much memory.
  var recycling: GroupRecycling
  /// The worker that may serve before the reload ends which is in progress; nil unless none serves, or the one that does hangs.
  var rescue: Rescue?
  /// When another worker is to replace the one that serves, as nothing else will; nil for never.
  var renewalDue: UInt64?
  /// When the worker that serves is checked.
  var checkDue: UInt64 = 0
  /// When the next answer of the worker that serves is requested.
  var answerDue: UInt64 = 0
  var lastReload: Dated<SupervisorStatus.Reload>?
  /// Why the set before the last one is used; nil if it is not.
  var fallback: Dated<String>?
  /// How the last worker that ended by itself has ended.
  var lastEnd: Dated<String>?
  /// Why no worker could be started the last time; nil if one has been ready since.
  var failedStart: Dated<[String]>?
  /// How often a worker has ended by itself.
  var endCount = 0
  var counts = GroupCounts()

  init(
    readyDeadline: Duration, stopDeadline: Duration, hangDeadline: Duration = .seconds(30),
    computeDeadline: Duration? = nil, crashLimit: CrashLimit = CrashLimit(),
    restartLimit: CrashLimit? = nil, memoryLimit: UInt64? = nil, isIsland: Bool = false,
    hasIslands: Bool = false
  ) {
    (self.isIsland, self.hasIslands) = (isIsland, hasIslands)
    (self.readyDeadline, self.stopDeadline) = (readyDeadline, stopDeadline)
    (self.hangDeadline, self.computeDeadline) = (hangDeadline, computeDeadline)
    sets = GroupSets(limit: crashLimit)
    self.restartLimit = restartLimit
    recycling = GroupRecycling(limit: memoryLimit)
  }
}

/// The number of a worker of a group, from 1.
struct WorkerNumber: RawRepresentable, Hashable, Comparable, Codable, Sendable {
  let rawValue: Int

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The number of a request for a reload, by which it is answered.
struct RequestNumber: RawRepresentable, Hashable, Codable, Sendable {
  let rawValue: Int
}

extension GroupState {
  /// After this time without an answer, a worker does not respond, which is no reason to replace it yet.
  private static let patience: UInt64 = 10_000_000_000

  /// The worker that serves.
  var server: WorkerNumber? {
    switch phase {
    case .serving(let number), .reloading(let number, _): number
    case .starting, .restarting, .stopping, .stopped: nil
    }
  }

  /// The start of a worker that is in progress. It can be changed, but not added or removed.
  var start: Start? {
    get {
      switch phase {
      case .starting(let start), .reloading(_, let start): start
      case .serving, .restarting, .stopping, .stopped: nil
      }
    }
    set {
      guard let newValue else { return }
      switch phase {
      case .starting: phase = .starting(newValue)
      case .reloading(let server, _): phase = .reloading(server, newValue)
      case .serving, .restarting, .stopping, .stopped: break
      }
    }
  }

  /// When a worker is started again; nil in any other phase.
  // The optimizer of Swift 6.3.1 crashes where this is inlined into a function that changes the phase.
  @inline(never) var restartDue: UInt64? {
    switch phase {
    case .restarting(let due): due
    case .starting, .serving, .reloading, .stopping, .stopped: nil
    }
  }

  var isStopping: Bool {
    switch phase {
    case .stopping, .stopped: true
    case .starting, .serving, .reloading, .restarting: false
    }
  }

  /// When time alone is the next event.
  var due: UInt64 {
    var times = workers.values.compactMap(\.deadline) + [checkDue, answerDue]
    times += [start?.trialEnd, reportDue, sets.proofDue].compactMap(\.self)
    if let due = restartDue { times.append(due) }
    if case .serving = phase, let renewalDue { times.append(renewalDue) }
    if case .due(let due) = rescue { times.append(due) }
    if let worker = server.flatMap({ workers[$0] }), worker.owedSince != nil {
      times.append(worker.silentSince + hangDeadline.nanoseconds)
    }
    return times.min() ?? checkDue
  }

  /// When steps of a start are reported as slow; nil if none is in progress.
  var reportDue: UInt64? {
    guard let start, start.trialEnd == nil, let worker = workers[start.worker],
      !worker.isEnding, !worker.isOverdue
    else { return nil }
    return worker.steps.reportDue
  }

  /// The addresses of sockets that are in use. While no worker serves, those of the last one are: connections wait there.
  var usedAddresses: Set<String> {
    workers.values.reduce(into: server == nil ? servedAddresses : []) { $0.formUnion($1.addresses) }
  }

  /// The copies of plugins that are in use, or will be.
  var usedSets: Set<SetNumber> { sets.kept.union(workers.values.map(\.set)) }

  /// Whether the worker that serves has answered lately. Without one, nothing could hang but the supervisor.
  func responds(at now: UInt64) -> Bool {
    guard let server, let worker = workers[server] else { return true }
    return now < worker.answered + min(Self.patience, hangDeadline.nanoseconds)
  }
}
