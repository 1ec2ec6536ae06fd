import CleanseSupport

/// Lines on standard error. The journal of systemd gets the level of each; other readers get the name of the program and the
/// process ID.
package final class SupervisorLog: Sendable {
  /// The levels of syslog(3) that are used.
  package enum Level: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  /// What a pipe with any room takes without blocking. (PIPE_BUF in pipe(7).)
  private static let longestLine = 4096

  private let name: String
  private let isJournal: Bool
  private let waits: Bool
  /// What a supervisor writes to, so that it never blocks.
  private let target: Target

  private enum Target {
    /// Writing to a regular file takes no longer than the disk.
    case plain
    case socket
    /// A pipe or a terminal, opened once more: the flags of the original belong to all who have it.
    case own(Int32)
    /// One that can't be opened: it has room before each line.
    case polled
  }

  /// The number of lines for which there was no room.
  private let lost = TrackedMutex(0)

  /// - Parameters:
  ///   - name: The words before each line.
  ///   - waits: Whether it waits for a reader that is late. Otherwise, lines are lost then, and their number is written later.
  package init(name: String, waits: Bool) {
    self.name = name
    self.waits = waits
    target = waits ? .plain : Self.target()
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

  private static func target() -> Target {
    var status = stat()
    guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return .polled }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .plain
    case S_IFSOCK: return .socket
    default:
      let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_APPEND
      let descriptor = unsafe open("/proc/self/fd/\(STDERR_FILENO)", flags)
      return descriptor >= 0 ? .own(descriptor) : .polled
    }
  }

  /// Writes lines; control characters are written out.
  package func write(_ level: Level, _ lines: String...) { write(level, lines) }

  /// - Parameter process: The process that the lines are about, if it is not this one.
  package func write(_ level: Level, _ lines: [String], of process: Int32? = nil) {
    for line in lines {
      if waits {
        // There is no other place for it.
        try? writeAll(text(level, line, process), to: STDERR_FILENO)
      } else {
        lost.withLock { lost in
          if lost > 0, send(text(.warning, "\(lost) lines are missing here")) { lost = 0 }
          if lost > 0 || !send(text(level, line)) { lost += 1 }
        }
      }
    }
  }

  private func text(_ level: Level, _ line: String, _ process: Int32? = nil) -> [UInt8] {
    let head = isJournal ? "<\(level.rawValue)>" : "\(name)[\(process ?? getpid())]: "
    return Array((head + PlainText.escaped(line) + "\n").utf8)
  }

  /// Writes a line if there is room for it.
  ///
  /// - Returns: Whether it was written, or can't be.
  private func send(_ line: [UInt8]) -> Bool {
    let newline = [UInt8(ascii: "\n")]
    let text =
      line.count <= Self.longestLine ? line : line.prefix(Self.longestLine - 1) + newline
    let written: Int
    switch target {
    case .own(let descriptor): written = unsafe Glibc.write(descriptor, text, text.count)
    case .socket:
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      written = unsafe Glibc.send(STDERR_FILENO, text, text.count, flags)
    case .polled:
      var polled = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&polled, 1, 0) > 0 else { return false }
      fallthrough
    case .plain: written = unsafe Glibc.write(STDERR_FILENO, text, text.count)
    }
    return written >= 0 || errno != EAGAIN
  }
}
