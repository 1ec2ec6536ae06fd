/// What a worker reports to its supervisor.
package enum WorkerReport: Codable, Equatable, Sendable {
  /// The paths on which the plugins depend, and their state before the worker reads them.
  case reads(paths: [String], state: String)
  /// The copy of the plugins is damaged: the next worker has to make another one.
  case lost
  /// The plugins that the worker uses.
  case inspected(plugins: [String])
  /// Further plugins that it uses, or leaves out because they fail; all of them before `inspected`.
  case selected([WorkerPlugin])
  /// What distinguishes its permissions from others.
  case permits(String)
  /// Further files that it is about to load.
  case loads([LoadedFile])
  /// It loads them now, at a time in seconds since 1970.
  case loading(at: Int)
  /// A service of this plugin, by identifier, is the reason why all stop.
  case blames(plugin: String)
  /// The plugins can be used, with these warnings.
  case warned([String])
  /// The plugins can't be used, for these reasons; the worker ends.
  case refused([String])
  /// The worker begins or finishes a step before its services start, as a sentence in the present tense.
  case began(step: String)
  case finished(step: String)
  /// A service, of a plugin by identifier, starts when these are ready.
  case waits(service: String, for: [String], plugin: String? = nil)
  /// The state of a service, of a plugin by identifier, in one word.
  case service(name: String, state: String, plugin: String? = nil)
  /// An island of the plugins, which is to run in a process of its own, and what that needs to know; all of them before
  /// `divided`, and that before any plugin is loaded.
  case island(WorkerIsland, description: String)
  /// All islands have been reported.
  case divided
  /// All services are ready, and run from now on.
  case started
  /// All health checks have passed as well.
  case ready
  /// All services stop, for this reason.
  case failing(String)
  /// The answer to `SupervisorOrder.answer`, which a task gives, with the IDs of threads that run no tasks.
  case answered(taskless: [Int32])
  /// The results of health checks, also as the answer to `SupervisorOrder.check`.
  case checked([HealthResult])
}

extension WorkerReport {
  /// Whether it has an effect on other groups, so that only a worker of the application sends it.
  var isOfApplication: Bool {
    switch self {
    case .reads, .island, .divided: true
    case .lost, .inspected, .permits, .selected, .loads, .loading, .blames, .warned, .refused,
      .began,
      .finished, .waits, .service, .started, .ready, .failing, .answered, .checked:
      false
    }
  }

  /// The report with changed texts, but for the names of services and plugins.
  func mapping(_ change: (String) -> String) -> WorkerReport {
    switch self {
    case .refused(let lines): .refused(lines.map(change))
    case .warned(let lines): .warned(lines.map(change))
    case .began(let step): .began(step: change(step))
    case .finished(let step): .finished(step: change(step))
    case .failing(let reason): .failing(change(reason))
    case .checked(let results):
      .checked(results.map { HealthResult(name: $0.name, error: $0.error.map(change)) })
    case .selected(let plugins): .selected(plugins.map { $0.mapping(change) })
    case .loads(let files): .loads(files.map { $0.mapping(change) })
    case .reads, .lost, .inspected, .permits, .loading, .blames, .waits, .answered, .service,
      .started,
      .ready, .island, .divided:
      self
    }
  }

  /// The longest text of a report, in bytes, and the number of texts that leave it well below the longest message.
  private static let longestText = 1000
  package static let mostTexts = 500

  /// A text in a length that a supervisor keeps.
  package static func shortened(_ text: String) -> String {
    text.utf8.count <= longestText
      ? text : String(decoding: text.utf8.prefix(longestText), as: UTF8.self)
  }
}
