import CleanseProcesses
import CleanseSupport

/// The entries on standard error, in a ``LogStyle``. Of what plugins print, each line is an entry of its own, whatever they print.
package final class SupervisorLog: Sendable {
  /// How long to wait for a reader at the end, in nanoseconds.
  private static let patience: UInt64 = 1_000_000_000

  private let level: LogLevel
  private let style: LogStyle
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

  private let queue: TrackedMutex<LogQueue>

  /// - Parameters:
  ///   - settings: The words before each line, and what is left out.
  ///   - waits: Whether it waits for a reader that is late. Otherwise, ``flush()`` writes later what the reader has no room for;
  ///     of much, only the number of lines is written.
  init(_ settings: SupervisorSettings, waits: Bool) {
    let style = LogStyle(
      name: settings.name, format: settings.log.format, isJournal: Self.isJournal())
    (self.style, self.waits, level) = (style, waits, settings.log.level)
    target = waits ? .plain : Self.target()
    queue = TrackedMutex(
      LogQueue { lost in
        style.lines(of: LogRecord(.linesLost, ["\(lost) lines are missing here"])).flatMap(\.self)
      })
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

  /// Writes an entry about this process.
  func write(_ event: LogEvent, _ lines: String..., level: LogLevel? = nil) {
    write(LogRecord(event, lines, level: level))
  }

  /// Writes an entry of a line for each of these.
  func write(each event: LogEvent, _ lines: [String]) {
    for line in lines { write(event, line) }
  }

  /// Writes an entry; control characters are written out.
  func write(_ record: LogRecord) {
    guard record.level <= level else { return }
    for line in style.lines(of: record) {
      if waits {
        // There is no other place for it.
        try? writeAll(line, to: STDERR_FILENO)
      } else {
        queue.withLock { $0.add(line, from: .program) }
      }
    }
    flush()
  }

  /// Writes lines that plugins have printed.
  ///
  /// - Parameters:
  ///   - process: The worker in which they run.
  ///   - group: The group of the worker.
  func write(printed lines: [[UInt8]], by process: Int32, in group: String) {
    guard !lines.isEmpty, LogEvent.output.level <= level else { return }
    var (piece, count): ([UInt8], Int) = ([], 0)
    func add() {
      queue.withLock { $0.add(piece, lines: count, from: .plugins) }
      (piece, count) = ([], 0)
    }
    for line in lines.flatMap({ style.lines(ofOutput: $0, of: process, group: group) }) {
      if count > 0, piece.count + line.count > LogStyle.longestLine { add() }
      piece += line
      count += 1
    }
    add()
    flush()
  }

  // MARK: - The reader

  /// Whether the reader has had room for everything.
  var hasRoom: Bool { queue.withLock { $0.isEmpty } }

  /// The descriptor that can be written to when the reader has room.
  var descriptor: Int32 {
    if case .own(let descriptor) = target { descriptor } else { STDERR_FILENO }
  }

  /// Writes what the reader has had no room for, as far as it has room now.
  func flush() {
    queue.withLock { $0.flush(send) }
  }

  /// Waits a moment for a reader that is late, before the program ends.
  func finish() {
    let deadline = Clock.nanoseconds() + Self.patience
    while !hasRoom, case let now = Clock.nanoseconds(), now < deadline {
      var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&polled, 1, Int32(clamping: (deadline - now) / 1_000_000 + 1))
      flush()
    }
  }

  /// Writes a piece if there is room for it.
  ///
  /// - Returns: The number of bytes that were written, or never can be; nil if there is no room.
  private func send(_ piece: [UInt8]) -> Int? {
    let written: Int
    switch target {
    case .own(let descriptor): written = unsafe Glibc.write(descriptor, piece, piece.count)
    case .socket:
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      written = unsafe Glibc.send(STDERR_FILENO, piece, piece.count, flags)
    case .polled:
      var polled = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&polled, 1, 0) > 0 else { return nil }
      fallthrough
    case .plain: written = unsafe Glibc.write(STDERR_FILENO, piece, piece.count)
    }
    if written >= 0 { return written }
    return errno == EAGAIN ? nil : piece.count
  }
}
