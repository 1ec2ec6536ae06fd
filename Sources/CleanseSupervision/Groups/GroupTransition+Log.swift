/// What is logged.
extension GroupTransition {
  /// Logs an event, as a message and its details.
  ///
  /// - Parameters:
  ///   - worker: The worker that it is about.
  ///   - plugin: The identifier of the plugin that it is about, if it is not the one that has made the worker fail.
  mutating func log(
    _ event: LogEvent, _ message: String, _ details: [String] = [], level: LogLevel? = nil,
    of worker: GroupWorker? = nil, plugin: String? = nil
  ) {
    effects.append(
      .log(
        LogRecord(
          event, [message] + details, level: level, worker: worker?.process,
          plugin: plugin ?? worker?.culprit)))
  }

  /// Logs why a new worker can't serve. The failure of a reload is an entry of its own, with all reasons.
  ///
  /// - Parameter worker: The worker, if it is not one of the state any more.
  mutating func logFailure(
    _ message: String, of number: WorkerNumber, _ worker: GroupWorker? = nil
  ) {
    guard state.start?.isReload != true || number == state.rescue?.worker else { return }
    log(.startFailed, message, of: worker ?? state.workers[number])
  }

  /// Logs that a worker serves from now on.
  ///
  /// - Parameter began: When it started.
  mutating func logServer(_ worker: GroupWorker, since began: UInt64, isReload: Bool) {
    let (event, word): (LogEvent, String) =
      isReload
      ? (.reloaded, "reloaded") : state.hasServed ? (.restarted, "ready again") : (.ready, "ready")
    let parts =
      [
        "\(word): \(worker.isDivided ? "the application, " : "")process \(worker.process)",
        worker.pluginsInWords, worker.servicesInWords,
      ]
      + (worker.addresses.isEmpty
        ? [] : ["at \(worker.addresses.sorted().joined(separator: ", "))"])
      + ["after \(Self.words(now - began))"]
    log(event, parts.joined(separator: ", "), of: worker)
  }

  /// A time in nanoseconds as seconds.
  static func words(_ nanoseconds: UInt64) -> String {
    "\(Double(nanoseconds / 10_000_000) / 100) s"
  }
}

extension GroupWorker {
  var pluginsInWords: String { Self.words(plugins.count, "plugin") }
  fileprivate var servicesInWords: String { Self.words(services.count, "service") }

  private static func words(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// The services with a function that has been called and should have returned, as lines.
  var unreturned: [String] {
    let functions = ["starting": "start", "stopping": "run` or `stop"]
    return services.compactMap { service in
      functions[service.state].map { "\(service.title) has not returned from `\($0)`" }
    }
  }

  /// The services that run, one of which keeps it from answering, as a line.
  var running: [String] {
    let titles = services.filter { $0.state == "ready" }.map(\.title)
    guard !titles.isEmpty else { return [] }
    return [
      "it runs " + titles.prefix(Self.mostNames).joined(separator: ", ")
        + (titles.count > Self.mostNames ? ", …" : "")
    ]
  }
}
