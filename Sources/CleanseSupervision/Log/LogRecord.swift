/// An entry of the log: what has happened, and what it is about.
package struct LogRecord: Codable, Equatable, Sendable {
  package let event: LogEvent
  package let level: LogLevel
  /// The message, and then its details.
  package var lines: [String]
  /// The process that says so; nil for the one that writes the log.
  package var process: Int32?
  /// The worker that it is about.
  package var worker: Int32?
  /// The group of services.
  package var group: String?
  /// The identifier of the plugin.
  package var plugin: String?
  /// The key of the service.
  package var service: String?
  /// The code of the finding that it reports.
  package var code: String?

  /// - Parameters:
  ///   - level: The level, if it is not that of the event.
  ///   - lines: The message, and then its details.
  package init(
    _ event: LogEvent, _ lines: [String], level: LogLevel? = nil, worker: Int32? = nil,
    plugin: String? = nil, service: String? = nil, code: String? = nil
  ) {
    (self.event, self.level, self.lines) = (event, level ?? event.level, lines)
    (self.worker, self.plugin, self.service, self.code) = (worker, plugin, service, code)
  }

  /// The lines for people. A message that begins with the key of a service names its plugin, and one of an island the island,
  /// which JSON has in members.
  var titledLines: [String] {
    guard var first = lines.first else { return [] }
    if let service, first.hasPrefix(service) {
      first = ServiceTitle.text(service, of: plugin) + first.dropFirst(service.count)
    }
    if let group, group != GroupName.all.text { first = "island \(group): \(first)" }
    return [first] + lines.dropFirst()
  }

  /// The number of lines of an entry of a worker: of the longest length, a message has room for them, however they are escaped.
  static let mostLines = 40

  /// The first of the lines, as far as a worker sends them in one entry.
  static func shortened(_ lines: ArraySlice<String>) -> [String] {
    lines.prefix(mostLines).map { line in
      String(decoding: line.utf8.prefix(LogStyle.longestLine), as: UTF8.self)
    }
  }

  /// The entry as one of a worker, in which code of plugins runs and can send any, with changed lines.
  func of(worker process: Int32, mapping change: (String) -> String) -> LogRecord {
    var record = LogRecord(
      event, Self.shortened(lines[...]).map(change), level: level, worker: process,
      plugin: plugin.map(WorkerReport.shortened), service: service.map(WorkerReport.shortened),
      code: code.map(WorkerReport.shortened))
    record.process = process
    return record
  }

  /// The entry as one of a group.
  func of(group name: String) -> LogRecord {
    var record = self
    record.group = name
    return record
  }
}
