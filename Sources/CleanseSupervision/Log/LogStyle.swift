import CleanseSupport

/// The formats of a log.
package enum LogFormat: String, CaseIterable, Sendable {
  /// Lines for people.
  case text
  /// A JSON object on each line.
  case json
}

/// How a log writes its entries, as lines that end with a newline.
struct LogStyle: Sendable {
  /// What a pipe with any room takes without blocking, and without parts of other lines in it. (PIPE_BUF in pipe(7).)
  static let longestLine = 4096
  private static let newline = UInt8(ascii: "\n")

  /// The words before each line of the program.
  let name: String
  let format: LogFormat
  /// Whether the journal of systemd reads the lines. It takes the level from each, and adds the time.
  var isJournal: Bool
  /// Whether lines of text have the time and the level, as nothing else adds them.
  var hasTimes = false

  /// An entry as lines: in text, one for each of its own; as JSON, further ones if it is too long for one.
  func lines(of record: LogRecord) -> [[UInt8]] {
    switch format {
    case .text:
      let process = isJournal ? "" : "\(name)[\(record.process ?? getpid())]: "
      let head = head(record.level) + process
      return record.titledLines.map { Self.shortened(head + PlainText.escaped($0)) }
    case .json: return LogEntry.lines(of: record, after: journalLevel(record.level))
    }
  }

  /// The line in the place of lines that are missing.
  func lines(ofLoss count: Int) -> [UInt8] {
    lines(of: LogRecord(.linesLost, ["\(count) lines are missing here"])).flatMap(\.self)
  }

  /// A line that a plugin has printed in a worker.
  func lines(ofOutput line: [UInt8], of worker: Int32, group: String) -> [[UInt8]] {
    let level = LogEvent.output.level
    switch format {
    case .text:
      let head = Array("\(head(level))worker \(worker)| ".utf8)
      return PrintedLines.text(of: line).map { head + $0 + [Self.newline] }
    case .json:
      return LogEntry.lines(ofOutput: line, of: worker, group: group, after: journalLevel(level))
    }
  }

  /// What the journal takes as a level. (sd-daemon(3).)
  private func journalLevel(_ level: LogLevel) -> String {
    isJournal ? "<\(level.rawValue)>" : ""
  }

  /// What is before a line of text.
  private func head(_ level: LogLevel) -> String {
    hasTimes ? "\(LogTime.now) \(level.name) " : journalLevel(level)
  }

  private static func shortened(_ line: String) -> [UInt8] {
    Array(line.utf8.prefix(longestLine - 1)) + [newline]
  }
}
