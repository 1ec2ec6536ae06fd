/// What is logged.
extension GroupTransition {
  /// Logs an event, as a message and its details.
  ///
  /// - Parameters:
  ///   - worker: The worker that it is about.
  ///   - plugin: The identifier of the plugin that it is about.
  mutating func log(
    _ event: LogEvent, _ message: String, _ details: [String] = [], level: LogLevel? = nil,
    of worker: GroupWorker? = nil, plugin: String? = nil
  ) {
    effects.append(
      .log(
        LogRecord(
          event, [message] + details, level: level, worker: worker?.process, plugin: plugin)))
  }
}
