import CleanseProcesses
import CleanseSupport

/// The entries on standard error, or in a file in its place, in a ``LogStyle``. Of what plugins print, each line is an entry of
/// its own, whatever they print.
package final class SupervisorLog: Sendable {
  /// How long to wait for a reader at the end, in nanoseconds.
  private static let patience: UInt64 = 1_000_000_000

  private struct State {
    var style: LogStyle
    var sink: LogSink
    var queue: LogQueue
    /// Whether it writes to the file of the settings.
    var isInFile = false
    /// Standard error as it was before the file took its place; -1 if none did, and once services were ready.
    var terminal: Int32 = -1
    /// Why the file, which was removed, can't be created again; nil if there is one.
    var loss: SystemError?
    /// Why lines could not be written the last time; nil if they could.
    var failure: SystemError?
    /// Why the file could not be opened again after a signal, so that the one before is used; nil if it could.
    var rotationFailure: SystemError?

    /// Adds a line that the reader may have no room for.
    mutating func add(_ line: [UInt8], lines: Int = 1, from source: LogQueue.Source) {
      let style = style
      queue.add(line, lines: lines, from: source) { style.lines(ofLoss: $0) }
    }

    mutating func flush() {
      let (style, sink, loss) = (style, sink, loss)
      var failure = failure
      queue.flush(noticing: { style.lines(ofLoss: $0) }, cutting: sink.cut) { piece in
        let written = loss == nil ? sink.send(piece) : .failure
        switch written {
        case .bytes: failure = nil
        case .failure: failure = loss ?? .last
        case .noRoom: break
        }
        return written
      }
      self.failure = failure
    }

    /// Writes a line where the program was started, if there is room.
    func show(_ line: [UInt8]) {
      var polled = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&polled, 1, 0) > 0, polled.revents & Int16(POLLOUT) != 0 else { return }
      // For so many bytes, a pipe that can be written to has room (pipe(7)).
      let count = min(line.count, LogStyle.longestLine)
      _ = unsafe line.withUnsafeBytes { unsafe Glibc.write(terminal, $0.baseAddress, count) }
    }

    /// Closes what is used until the first services are ready.
    mutating func endStart() {
      if terminal >= 0 { close(terminal) }
      terminal = -1
    }

    /// Goes on in an opened file.
    mutating func use(_ descriptor: Int32, waits: Bool) throws(SystemError) {
      let isSame = LogFile.isOpen(descriptor)
      if !isInFile, !isSame { terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) }
      try LogFile.use(descriptor)
      if !isSame { queue.beginFile() }
      sink.close()
      sink = LogSink(waits: waits)
      (style.isJournal, style.hasTimes) = (sink.isJournal, true)
      (isInFile, loss, rotationFailure) = (true, nil, nil)
    }
  }

  private let level: LogLevel
  private let file: FilePath?
  private let waits: Bool
  private let state: TrackedMutex<State>

  /// - Parameters:
  ///   - settings: The words before each line, what is left out, and the file, which is used after ``use(_:)``.
  ///   - waits: Whether it waits for a reader that is late. Otherwise, ``flush()`` writes later what the reader has no room for;
  ///     of much, only the number of lines is written.
  init(_ settings: SupervisorSettings, waits: Bool) {
    (self.waits, level, file) = (waits, settings.log.level, settings.log.file)
    let sink = LogSink(waits: waits)
    let style = LogStyle(
      name: settings.name, format: settings.log.format, isJournal: sink.isJournal,
      hasTimes: waits && settings.log.file != nil)
    state = TrackedMutex(State(style: style, sink: sink, queue: LogQueue()))
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
  ///
  /// - Parameter source: Who can cause any number of such entries.
  func write(_ record: LogRecord, from source: LogQueue.Source = .program) {
    guard record.level <= level else { return }
    state.withLock { state in
      restoreFile(&state)
      let lines = state.style.lines(of: record)
      for line in lines { state.add(line, from: source) }
      state.flush()
      // The user who starts it has to see why it ends at once, also if the file can't be written.
      if record.level == .error { for line in lines { state.show(line) } }
      if record.event == .ready { state.endStart() }
    }
    if waits { finish() }
  }

  /// The number of lines that could not be written.
  var missing: Int { state.withLock { $0.queue.missing } }

  /// Counts lines that another process could not write.
  func add(missing count: Int) { state.withLock { $0.queue.add(missing: count) } }

  /// Writes lines that plugins have printed.
  ///
  /// - Parameters:
  ///   - process: The worker in which they run.
  ///   - group: The group of the worker.
  func write(printed lines: [[UInt8]], by process: Int32, in group: String) {
    guard !lines.isEmpty, LogEvent.output.level <= level else { return }
    state.withLock { state in
      restoreFile(&state)
      var (piece, count): ([UInt8], Int) = ([], 0)
      let style = state.style
      for line in lines.flatMap({ style.lines(ofOutput: $0, of: process, group: group) }) {
        if count > 0, piece.count + line.count > LogStyle.longestLine {
          state.add(piece, lines: count, from: .plugins)
          (piece, count) = ([], 0)
        }
        piece += line
        count += 1
      }
      state.add(piece, lines: count, from: .plugins)
      state.flush()
    }
  }

  // MARK: - The file

  /// The path of the file, for messages.
  var path: String { file?.text ?? "standard error" }

  /// Opens the file of the settings, which is nil without one.
  func openedFile() throws(SystemError) -> Int32? {
    guard let file else { return nil }
    return try LogFile.opened(file)
  }

  /// Goes on in an opened file.
  func use(_ descriptor: Int32) throws(SystemError) {
    // What the reader before has room for; the rest is in the file.
    flush()
    let result = state.withLock { state in
      Result { () throws(SystemError) in try state.use(descriptor, waits: waits) }
    }
    try result.get()
  }

  /// Creates the file again if it was removed, as otherwise what is written would be lost. Until that is possible, such as when
  /// its directory is there again, lines are only counted.
  private func restoreFile(_ state: inout State) {
    guard !waits, state.isInFile, let file, LogFile.isRemoved else { return }
    do throws(SystemError) {
      try state.use(try LogFile.opened(file), waits: waits)
    } catch {
      state.loss = error
      return
    }
    let record = LogRecord(.logRemoved, ["the log \(path) was removed, and is created again"])
    guard record.level <= level else { return }
    for line in state.style.lines(of: record) { state.add(line, from: .program) }
  }

  /// Why entries are lost, or in another file, as sentences; none if they are not.
  var problems: [String] {
    state.withLock { state in
      let count = state.queue.missing
      let lines = "\(count) line\(count == 1 ? "" : "s")"
      if let loss = state.loss {
        return ["the log \(path) was removed, and can't be created: \(loss); \(lines) lost so far"]
      }
      if let failure = state.failure {
        return ["the log \(path) can't be written: \(failure); \(lines) lost so far"]
      }
      return state.rotationFailure.map {
        ["the log \(path) can't be opened again, and goes on in the file that is open: \($0)"]
      } ?? []
    }
  }

  /// Opens the file of the settings again, as the open one may have been renamed. If that fails, the log goes on in the open one.
  func reopen() {
    guard file != nil else { return }
    do throws(SystemError) {
      if let descriptor = try openedFile() { try use(descriptor) }
      write(.logReopened, "the log \(path) was opened again")
    } catch {
      state.withLock { $0.rotationFailure = error }
      write(
        .logNotReopened, "can't open the log \(path) again, and go on in the open one: \(error)")
    }
  }

  // MARK: - The reader

  /// The number of lines that were lost, as the reader was late or the disk was full.
  var lostLines: Int { state.withLock { $0.queue.lostInAll } }

  /// Whether the reader has had room for everything.
  var hasRoom: Bool { state.withLock { $0.queue.isEmpty } }

  /// The descriptor that can be written to when the reader has room.
  var descriptor: Int32 { state.withLock { $0.sink.descriptor } }

  /// Writes what the reader has had no room for, as far as it has room now.
  func flush() {
    state.withLock { state in
      restoreFile(&state)
      state.flush()
    }
  }

  /// Tries again to write what could not be written, at least how many lines are missing.
  func recover() {
    state.withLock { state in
      restoreFile(&state)
      let style = state.style
      state.queue.announceLoss { style.lines(ofLoss: $0) }
      state.flush()
    }
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
}
