import CleansePluginMetadata
import CleanseSupport

/// What is known of a worker that has not ended, mostly from its reports.
struct GroupWorker: Equatable, Sendable {
  /// What is kept of its reports: code of plugins runs in it.
  private static let mostLines = 1000

  /// The copy of plugins that it uses.
  let set: SetNumber
  /// Whether it makes the copy.
  let isSetNew: Bool
  /// How much of the machine its processes may use, those of all workers with this set together; nil if nothing is limited.
  let limits: IslandLimits?
  /// The plugins that it leaves out of it, by identifier.
  let without: [String]
  /// The state of the files when it has copied them.
  var files: String?
  /// Its process ID, for the log and the status.
  var process: Int32 = 0
  /// When it started, became the one that serves, or was ordered to stop.
  var since: UInt64
  /// When it is killed.
  var deadline: UInt64?
  /// When it last answered.
  private(set) var answered: UInt64
  /// Since when it owes an answer, without times that don't count; nil if it owes none.
  var owedSince: UInt64?
  /// The same, since its last answer, and also without times in which it computes.
  var silentSince: UInt64
  /// Why it is to be killed when another worker serves, as a clause; nil unless it hangs.
  var hang: String?
  /// The memory that it uses, in bytes; nil before it is measured.
  var memory: UInt64?
  /// Whether that is too much.
  var isLarge = false
  /// What distinguishes its permissions from others; nil before it is known.
  private(set) var permissions: String?
  /// The islands that it has found, which run in processes of their own.
  private(set) var islands: [WorkerIsland] = []
  /// Whether it has reported all of them. What it says later can be said by its plugins.
  private(set) var isDivided = false
  /// What changes for islands when it serves; nil before they are ready, and if islands don't run apart.
  var islandChanges: SupervisorStatus.IslandChanges?
  /// Whether all of them that start with it are ready.
  var areIslandsReady = true
  /// Whether it is ready, as far as it is known without its islands.
  var isReady = false
  /// Whether its services run, so that it has accepted connections.
  var isRunning = false
  /// Whether it has said, or shown, that it ends.
  var isEnding = false
  /// Whether it has been ordered to stop.
  var isStopping = false
  /// Whether it was killed because it was late.
  var isOverdue = false
  /// Whether its permissions are in force.
  var isConfined = false
  private(set) var plugins: [String] = []
  /// The plugins that it uses, and those that it leaves out.
  private(set) var selection: [WorkerPlugin] = []
  /// The files that it has loaded, or is about to load.
  private(set) var loaded: [LoadedFile] = []
  /// When it has loaded them, in seconds since 1970; nil before.
  var loadTime: Int?
  /// Whether another program has started it.
  private var isTaken = false
  /// What it does to start.
  var steps = StartSteps()
  /// The services for which each waits that has not started.
  private var predecessors: [String: [String]] = [:]
  private var predecessorCount = 0
  /// The states of its services, in the order of the graph.
  private(set) var services: [SupervisorStatus.Service] = []
  private(set) var health: [HealthResult] = []
  /// The lines of warnings about its plugins.
  private(set) var warnings: [String] = []
  /// The plugin that has made it fail, by identifier; nil if it is not known.
  var culprit: String?
  /// Why it can't be used.
  private(set) var refusals: [String] = []
  var addresses: Set<String> = []

  init(
    since: UInt64, deadline: UInt64, set: GroupSets.Choice, without: [String] = []
  ) {
    (self.since, self.deadline) = (since, deadline)
    (self.set, isSetNew, limits) = (set.number, set.isNew, set.limits)
    self.without = without
    (answered, silentSince) = (since, since)
  }

  /// A worker that another program has started in this process.
  init(taking worker: GroupHandover.Worker, deadline: UInt64?, at now: UInt64) {
    (since, set, isSetNew, without) = (now, worker.set, false, [])
    limits = worker.limits
    self.deadline = deadline
    (answered, silentSince) = (now, now)
    (process, addresses) = (worker.process, worker.addresses)
    (plugins, selection) = (worker.plugins, worker.selection)
    (isRunning, isConfined, isStopping) = (true, worker.isConfined, worker.isStopping)
    isTaken = true
  }

  /// Whether code of plugins may run in it, which can report whatever it wants.
  var mayRunPlugins: Bool { loadTime != nil || isTaken }

  /// The set that it uses, once it serves.
  func servedSet(hasLosses: Bool) -> GroupSets.Served {
    let plugins = loaded.filter { $0.kind == .plugin }
    return GroupSets.Served(
      number: set, files: files,
      digests: Dictionary(
        keepingFirst: plugins.compactMap { plugin in plugin.digest.map { (plugin.identifier, $0) } }
      ),
      hasLosses: hasLosses, permissions: permissions, limits: limits)
  }

  /// It has run a task.
  mutating func answer(at now: UInt64) {
    (answered, silentSince) = (now, now)
    (owedSince, hang) = (nil, nil)
  }

  /// It serves. Before, no answers were requested, while it may have waited for others for long.
  mutating func serve(from now: UInt64) {
    since = now
    answer(at: now)
  }

  /// Grants it the whole time for an answer again.
  mutating func grantTime(from now: UInt64) {
    silentSince = now
    if owedSince != nil { owedSince = now }
  }

  /// Whether it has not answered for long.
  var isHung: Bool { hang != nil }

  /// Adds warnings about its plugins.
  mutating func warn(_ lines: [String]) {
    warnings += lines.prefix(Self.mostLines - warnings.count).map(WorkerReport.shortened)
  }

  /// Adds reasons why the worker can't be used.
  mutating func refuse(_ lines: [String]) {
    refusals += lines.prefix(Self.mostLines - refusals.count).map(WorkerReport.shortened)
  }

  /// Adds plugins to the selection.
  mutating func select(_ plugins: [WorkerPlugin]) {
    selection += plugins.prefix(Self.mostLines - selection.count)
  }

  /// Adds files that it loads.
  mutating func load(_ files: [LoadedFile]) {
    loaded += files.prefix(Self.mostLines - loaded.count)
  }

  /// Takes what distinguishes its permissions, before code of plugins runs in it.
  mutating func take(permissions: String) {
    if !mayRunPlugins { self.permissions = WorkerReport.shortened(permissions) }
  }

  /// Adds an island, unless it has found all before.
  ///
  /// - Returns: Whether it is added.
  /// - Throws: An error if there are too many, or two have one name.
  mutating func add(_ island: WorkerIsland) throws(UnusableIslands) -> Bool {
    guard !isDivided, !mayRunPlugins, !isRunning, !isReady else { return false }
    guard islands.count < Self.mostLines else { throw .tooMany(limit: Self.mostLines) }
    guard !islands.contains(where: { $0.name == island.name }) else {
      throw .duplicate(name: island.name)
    }
    islands.append(island)
    return true
  }

  /// It has found all islands.
  ///
  /// - Returns: Whether it was expected to: later, code of plugins runs in it.
  mutating func divide() -> Bool {
    guard !isDivided, !mayRunPlugins, !isRunning, !isReady, !isEnding, !isStopping else {
      return false
    }
    (isDivided, areIslandsReady) = (true, islands.isEmpty)
    return true
  }

  /// Takes the plugins that it uses. It may have read others before.
  mutating func inspect(_ plugins: [String]) {
    self.plugins = plugins.map(WorkerReport.shortened)
    (services, predecessors, predecessorCount, loaded) = ([], [:], 0, [])
  }

  /// Takes a service that waits for others.
  mutating func wait(_ service: String, of plugin: String?, for others: [String]) {
    add(SupervisorStatus.Service(service, of: plugin, state: Self.waiting))
    predecessorCount += others.count
    guard predecessorCount <= Self.mostPredecessors else { return }
    predecessors[WorkerReport.shortened(service)] = others.map(WorkerReport.shortened)
  }

  /// Takes the state of a service.
  mutating func set(_ service: String, of plugin: String?, _ state: String, at now: UInt64) {
    var entry = SupervisorStatus.Service(service, of: plugin, state: state)
    let step = entry.startStep
    if state == Self.ready, let since = steps.beginning(of: step) {
      entry.startSeconds = (Double(now - since) / 1e6).rounded() / 1000
    }
    if state == Self.starting { steps.begin(step, at: now) } else { steps.finish(step) }
    add(entry)
  }

  private mutating func add(_ entry: SupervisorStatus.Service) {
    if let index = services.firstIndex(where: { $0.service == entry.service }) {
      let earlier = services[index].startSeconds
      services[index] = entry
      services[index].startSeconds = entry.startSeconds ?? earlier
    } else if services.count < Self.mostLines {
      services.append(entry)
    }
  }

  /// The names of the health checks that fail.
  var failingChecks: Set<String> { Set(health.filter { $0.error != nil }.map(\.name)) }

  /// Takes the results of health checks.
  ///
  /// - Returns: What has changed since the last ones.
  mutating func take(_ results: [HealthResult]) -> [(text: String, isFailure: Bool)] {
    let failing = failingChecks
    health = results.prefix(Self.mostLines).map {
      HealthResult(
        name: WorkerReport.shortened($0.name), error: $0.error.map(WorkerReport.shortened))
    }
    return health.compactMap { result in
      switch (result.failure, failing.contains(result.name)) {
      case (let failure?, false): (failure, true)
      case (nil, true): ("health check \(result.name) passes again", false)
      default: nil
      }
    }
  }

  /// The states in which a service is not ready yet.
  private static let (starting, waiting) = ("starting", "waiting")
  private static let ready = "ready"
  /// How many names of services are listed.
  static let mostNames = 5
  /// How many services that others wait for are kept, all together.
  private static let mostPredecessors = 10_000

  /// The services, each with those for which it still waits.
  var detailedServices: [SupervisorStatus.Service] {
    let unready = Set(
      services.filter { [Self.starting, Self.waiting].contains($0.state) }.map(\.service))
    return services.map { service in
      var service = service
      if service.state == Self.waiting {
        service.waitsFor = (predecessors[service.service] ?? []).filter(unready.contains)
      }
      return service
    }
  }

  /// Which service waits for which, as sentences.
  var waiting: [String] {
    detailedServices.compactMap { service in
      guard let others = service.waitsFor, !others.isEmpty else { return nil }
      let more = others.count > Self.mostNames ? ", …" : ""
      return "\(service.title) waits for "
        + others.prefix(Self.mostNames).joined(separator: ", ") + more
    }
  }

  /// The plugin of the service that has been starting for the longest time; nil if none starts.
  var slowestStarter: String? {
    let starts = services.filter { $0.state == Self.starting }.compactMap { service in
      steps.beginning(of: service.startStep).map { (plugin: service.plugin, since: $0) }
    }
    return starts.min { $0.since < $1.since }?.plugin
  }

  /// What the worker was doing when it was too late.
  var lateness: String {
    let reasons = steps.unfinished.map(\.text) + waiting + health.compactMap(\.failure)
    return "the worker is not ready in time" + (reasons.isEmpty ? "" : ": ")
      + reasons.joined(separator: "; ")
  }
}

extension SupervisorStatus.Service {
  /// An entry of what a worker reports: code of plugins runs in it.
  fileprivate init(_ service: String, of plugin: String?, state: String) {
    self.init(
      service: WorkerReport.shortened(service), plugin: plugin.map(WorkerReport.shortened),
      state: WorkerReport.shortened(state))
  }

  /// What is done while it starts.
  fileprivate var startStep: String { "\(title) is starting" }
}

extension HealthResult {
  fileprivate var failure: String? { error.map { "health check \(name) fails: \($0)" } }
}
