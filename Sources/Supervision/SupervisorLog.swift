import CleanseSupport
import Glibc

/// Lines on standard error. The journal of systemd gets the level of each; other readers get the name of the program.
package struct SupervisorLog: Sendable {
  /// The levels of syslog(3) that are used.
  package enum Level: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  private let name: String
  private let isJournal: Bool

  /// - Parameter name: The words before each line.
  package init(name: String) {
    self.name = name
    isJournal = Self.isJournal()
  }

  /// Whether standard error is connected to the journal: the variable has its device and inode. (systemd.exec(5).)
  private static func isJournal() -> Bool {
    guard let stream = unsafe getenv("JOURNAL_STREAM").map({ unsafe String(cString: $0) }) else {
      return false
    }
    var status = stat()
    return unsafe fstat(STDERR_FILENO, &status) == 0
      && stream == "\(status.st_dev):\(status.st_ino)"
  }

  /// Writes lines; control characters are written out.
  package func write(_ level: Level, _ lines: String...) { write(level, lines) }

  package func write(_ level: Level, _ lines: [String]) {
    let head = isJournal ? "<\(level.rawValue)>" : "\(name): "
    let text = lines.map { head + PlainText.escaped($0) + "\n" }.joined()
    // There is no other place for it.
    try? writeAll(Array(text.utf8), to: STDERR_FILENO)
  }
}
