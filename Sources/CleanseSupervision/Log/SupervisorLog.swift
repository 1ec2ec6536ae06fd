import CleanseProcesses
import CleanseSupport

/// Lines on standard error. The journal of systemd gets the level of each; other readers get the name of the program and the
/// process ID. What plugins print begins with `worker` and the process ID, whatever they print.
package final class SupervisorLog: Sendable {
  /// What a pipe with any room takes without blocking. (PIPE_BUF in pipe(7).)
  static let longestLine = 4096
  /// How long to wait for a reader at the end, in nanoseconds.
  private static let patience: UInt64 = 1_000_000_000

  private let name: String
  private let level: LogLevel
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

  private let queue: TrackedMutex<LogQueue>

  /// - Parameters:
  ///   - settings: The words before each line, and what is left out.
  ///   - waits: Whether it waits for a reader that is late. Otherwise, ``flush()`` writes later what the reader has no room for;
  ///     of much, only the number of lines is written.
  init(_ settings: SupervisorSettings, waits: Bool) {
    let name = settings.name
    (self.name, self.waits, level) = (name, waits, settings.log.level)
    target = waits ? .plain : Self.target()
    let isJournal = Self.isJournal()
    self.isJournal = isJournal
    queue = TrackedMutex(
      LogQueue { lost in
        Self.text(
          LogEvent.linesLost.level, "\(lost) lines are missing here", name, getpid(), isJournal)
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

  /// Writes an entry.
  ///
  /// - Parameter worker: The worker that it is about; nil for this process.
  func write(
    _ event: LogEvent, _ lines: String..., level: LogLevel? = nil, worker: Int32? = nil
  ) {
    let record = LogRecord(event, lines, level: level)
    write(worker.map { record.of(worker: $0) { $0 } } ?? record)
  }

  /// Writes an entry of a line for each of these.
  func write(each event: LogEvent, _ lines: [String]) {
    for line in lines { write(event, line) }
  }

  /// Writes an entry; control characters are written out.
  func write(_ record: LogRecord) {
    guard record.level <= level else { return }
    for line in record.lines {
      let text = Self.text(record.level, line, name, record.process ?? getpid(), isJournal)
      if waits {
        // There is no other place for it.
        try? writeAll(text, to: STDERR_FILENO)
      } else {
        queue.withLock { $0.add(Self.shortened(text), from: .program) }
      }
    }
    flush()
  }

  /// Writes lines that plugins have printed.
  ///
  /// - Parameter process: The worker in which they run.
  func write(printed lines: [[UInt8]], by process: Int32) {
    guard !lines.isEmpty, LogEvent.output.level <= level else { return }
    let head = Array(((isJournal ? "<\(LogEvent.output.level.rawValue)>" : "") + "worker \(process)| ").utf8)
    var (piece, count): ([UInt8], Int) = ([], 0)
    func add() {
      queue.withLock { $0.add(piece, lines: count, from: .plugins) }
      (piece, count) = ([], 0)
    }
    for line in lines.flatMap(PrintedLines.text) {
      let text = head + line + [UInt8(ascii: "\n")]
      if count > 0, piece.count + text.count > Self.longestLine { add() }
      piece += text
      count += 1
    }
    add()
    flush()
  }

  private static func text(
    _ level: LogLevel, _ line: String, _ name: String, _ process: Int32, _ isJournal: Bool
  ) -> [UInt8] {
    let head = isJournal ? "<\(level.rawValue)>" : "\(name)[\(process)]: "
    return Array((head + PlainText.escaped(line) + "\n").utf8)
  }

  private static func shortened(_ line: [UInt8]) -> [UInt8] {
    line.count <= longestLine ? line : line.prefix(longestLine - 1) + [UInt8(ascii: "\n")]
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
