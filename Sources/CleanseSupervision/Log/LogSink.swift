import CleanseSupport

/// Standard error as a log writes to it: without blocking a supervisor.
struct LogSink: Sendable {
  private enum Target {
    /// Writing to a regular file takes no longer than the disk.
    case plain
    case socket
    /// A pipe or a terminal, opened once more: the flags of the original belong to all who have it.
    case own(Int32)
    /// One that can't be opened: it has room before each line.
    case polled
  }

  private let target: Target
  /// Whether the journal of systemd reads it.
  let isJournal: Bool

  /// - Parameter waits: Whether it may block.
  init(waits: Bool) {
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

  /// Closes what it has opened.
  func close() {
    if case .own(let descriptor) = target { Glibc.close(descriptor) }
  }

  /// The descriptor that can be written to when the reader has room.
  var descriptor: Int32 {
    if case .own(let descriptor) = target { descriptor } else { STDERR_FILENO }
  }

  /// Removes the bytes that were written last, of a line whose rest could not be.
  ///
  /// - Returns: Whether that was possible: standard error is a file, to which nothing else was written since.
  func cut(_ count: Int) -> Bool {
    guard case .plain = target else { return false }
    var status = stat()
    let end = lseek(STDERR_FILENO, 0, SEEK_CUR)
    guard unsafe fstat(STDERR_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      end == status.st_size, end >= count, ftruncate(STDERR_FILENO, end - count) == 0
    else { return false }
    // Otherwise, there would be a gap, unless all is appended.
    return lseek(STDERR_FILENO, end - count, SEEK_SET) >= 0
  }

  /// Writes a piece, if there is room for it.
  func send(_ piece: [UInt8]) -> LogQueue.Written {
    let written: Int
    switch target {
    case .own(let descriptor): written = unsafe write(descriptor, piece, piece.count)
    case .socket:
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      written = unsafe Glibc.send(STDERR_FILENO, piece, piece.count, flags)
    case .polled:
      var polled = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&polled, 1, 0) > 0 else { return .noRoom }
      fallthrough
    case .plain: written = unsafe write(STDERR_FILENO, piece, piece.count)
    }
    if written > 0 { return .bytes(written) }
    return written < 0 && errno == EAGAIN ? .noRoom : .failure
  }
}
