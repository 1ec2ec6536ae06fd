/// A file with a trace, to which several processes can add events.
///
/// It is a valid JSON text after each writing, so what a killed process has written can be read.
package final class TraceFile: Sendable {
  package let path: String
  private let descriptor: Int32
  /// How long another process may have the file, in nanoseconds. It needs it for a moment, but its plugins could keep it.
  private let patience: UInt64

  /// The size of a file to which nothing is added any more, and of one that can be read.
  package static let sizeLimit = 64 << 20

  /// Creates the file, or opens the one of another process.
  ///
  /// - Parameters:
  ///   - name: The name of this process in the trace.
  ///   - replaces: Whether the events of an existing file are removed.
  ///   - patience: How long another process may have the file, in nanoseconds.
  package init(
    _ path: String, ofProcess name: String, replacing replaces: Bool,
    patience: UInt64 = 2_000_000_000
  ) throws(FileTargetError) {
    guard case .file(let target) = try FileTarget(path) else {
      throw FileTargetError(path: path, reason: .stream)
    }
    let descriptor = unsafe open(target, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw FileTargetError(path: path, reason: .system(.last)) }
    (self.path, self.descriptor) = (path, descriptor)
    self.patience = patience
    do throws(SystemError) {
      if replaces, ftruncate(descriptor, 0) != 0 { throw .last }
      try append(TraceText.process(name, getpid()))
    } catch {
      // Another process keeps it: its later events may find it free again.
      guard replaces || error.number != EWOULDBLOCK else { return }
      throw FileTargetError(path: path, reason: .system(error))
    }
  }

  deinit { close(descriptor) }

  /// The time between two attempts to lock it, in microseconds.
  private static let interval: UInt32 = 2000

  private func lock() throws(SystemError) {
    let deadline = MonotonicTime.nanoseconds() + patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemError.last
      guard [EWOULDBLOCK, EINTR].contains(error.number),
        MonotonicTime.nanoseconds() < deadline
      else { throw error }
      usleep(Self.interval)
    }
  }

  /// Adds events.
  ///
  /// - Throws: Also `EWOULDBLOCK` if another process keeps the file.
  func append(_ events: [String]) throws(SystemError) {
    try lock()
    defer { _ = flock(descriptor, LOCK_UN) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_size <= Self.sizeLimit else { throw SystemError(number: EFBIG) }
    let tail = Array(TraceText.tail.utf8)
    let end = Int(status.st_size) - tail.count
    guard end > TraceText.head.utf8.count else {
      return try write(Array((TraceText.head + events.joined(separator: ",\n")).utf8) + tail, at: 0)
    }
    do throws(SystemError) {
      try write(Array((",\n" + events.joined(separator: ",\n")).utf8) + tail, at: end)
    } catch {
      // A full disk has still room for what was there.
      _ = ftruncate(descriptor, off_t(end))
      try? write(tail, at: end)
      throw error
    }
  }

  private func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let result = retryingInterrupts {
        unsafe bytes.withUnsafeBytes { bytes in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
          return unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
        }
      }
      let count = try result.get()
      // A write of zero bytes would repeat forever.
      guard count > 0 else { throw SystemError(number: EIO) }
      done += count
    }
  }
}
