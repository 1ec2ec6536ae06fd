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

  /// An entry as lines: in text, one for each of its own; as JSON, further ones if it is too long for one.
  func lines(of record: LogRecord) -> [[UInt8]] {
    switch format {
    case .text:
      let head = isJournal ? level(record.level) : "\(name)[\(record.process ?? getpid())]: "
      return record.lines.map { Self.shortened(head + PlainText.escaped($0)) }
    case .json: return LogEntry.lines(of: record, after: level(record.level))
    }
  }

  /// A line that a plugin has printed in a worker.
  func lines(ofOutput line: [UInt8], of worker: Int32, group: String) -> [[UInt8]] {
    let level = level(LogEvent.output.level)
    switch format {
    case .text:
      let head = Array("\(level)worker \(worker)| ".utf8)
      return PrintedLines.text(of: line).map { head + $0 + [Self.newline] }
    case .json:
      return LogEntry.lines(ofOutput: line, of: worker, group: group, after: level)
    }
  }

  /// What the journal takes as a level. (sd-daemon(3).)
  private func level(_ level: LogLevel) -> String { isJournal ? "<\(level.rawValue)>" : "" }

  private static func shortened(_ line: String) -> [UInt8] {
    Array(line.utf8.prefix(longestLine - 1)) + [newline]
  }
}
