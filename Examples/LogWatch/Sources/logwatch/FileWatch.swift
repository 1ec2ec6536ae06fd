import Foundation
import LogWatchAPI

/// Watches one log file: the root of ``FileComponent``.
struct FileWatch {
  let file: LogFile
  let parsers: [any LineParser]
  let alerts: [any Alert]

  /// - Parameter follows: Whether more can be added to the file.
  func printNewLines(follows: Bool) throws {
    for line in try file.newLines(follows: follows) {
      let entry = entry(of: line)
      let report = ["\(file.path): \(entry.level): \(entry.message)"]
      let lines = report + alerts.compactMap { $0.text(for: entry) }.map { "ALERT \($0)" }
      // Not with `print`, which holds back what goes to a file or a pipe.
      try FileHandle.standardOutput.write(
        contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    }
  }

  /// The entry of a line; a line of an unknown format is one as a whole.
  private func entry(of line: String) -> LogEntry {
    parsers.lazy.compactMap { $0.entry(of: line) }.first ?? LogEntry(level: .info, message: line)
  }
}
