/// What is known of a worker that has not ended, mostly from its reports.
struct GroupWorker: Codable, Equatable, Sendable {
  /// What is kept of its reports: code of plugins runs in it.
  private static let mostLines = 1000

  /// Its process ID, for the log and the status.
  var process: Int32 = 0
  /// When it started, became the one that serves, or was ordered to stop.
  var since: UInt64
  /// When it is killed.
  var deadline: UInt64?
  /// When it last answered.
  private(set) var answered: UInt64
  /// When it was first asked for the answer that it owes; nil if it owes none.
  var asked: UInt64?
  /// Since when it has not answered, without times that don't count.
  var silentSince: UInt64
  /// Why it is to be killed when another worker serves, as a clause; nil unless it hangs.
  var hang: String?
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
  var plugins: [String] = []
  /// The states of its services, in the order in which they started.
  private(set) var services: [SupervisorStatus.Service] = []
  private(set) var health: [HealthResult] = []
  /// Why it can't be used.
  private(set) var refusals: [String] = []
  var addresses: Set<String> = []

  init(since: UInt64, deadline: UInt64) {
    (self.since, self.deadline) = (since, deadline)
    (answered, silentSince) = (since, since)
  }

  /// It has run a task.
  mutating func answer(at now: UInt64) {
    (answered, silentSince) = (now, now)
    (asked, hang) = (nil, nil)
  }

  /// Whether it has not answered for long.
  var isHung: Bool { hang != nil }

  /// Adds reasons why the worker can't be used.
  mutating func refuse(_ lines: [String]) {
    refusals += lines.prefix(Self.mostLines - refusals.count).map(WorkerReport.shortened)
  }

  mutating func set(_ service: String, _ state: String) {
    let entry = SupervisorStatus.Service(
      service: WorkerReport.shortened(service), state: WorkerReport.shortened(state))
    if let index = services.firstIndex(where: { $0.service == entry.service }) {
      services[index] = entry
    } else if services.count < Self.mostLines {
      services.append(entry)
    }
  }

  /// Takes the results of health checks.
  ///
  /// - Returns: What has changed since the last ones.
  mutating func take(_ results: [HealthResult]) -> [(text: String, isFailure: Bool)] {
    let failing = Set(health.filter { $0.error != nil }.map(\.name))
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

  /// What the worker was doing when it was too late.
  var lateness: String {
    let reasons =
      services.filter { $0.state == "starting" }.map { "\($0.service) is starting" }
      + health.compactMap(\.failure)
    return "the worker is not ready in time" + (reasons.isEmpty ? "" : ": ")
      + reasons.joined(separator: "; ")
  }
}

extension HealthResult {
  fileprivate var failure: String? { error.map { "health check \(name) fails: \($0)" } }
}
