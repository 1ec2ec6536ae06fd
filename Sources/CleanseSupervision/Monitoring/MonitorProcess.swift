import CCleanseProbe
import CCleanseSupervision
import CleanseProcesses
import CleanseSupport

/// The process that answers probes and requests for metrics over HTTP, and the supervisor's connection to it.
///
/// The supervisor itself reads nothing that comes over HTTP: a fault in the parser ends this process alone, which is started
/// again.
final class MonitorProcess {
  /// What it may send without reading the answers, in bytes.
  private static let longestRequest = 4096
  /// How long it takes at least until another one is started, in nanoseconds.
  private static let shortestDelay: UInt64 = 1_000_000_000
  /// How long the start of the supervisor waits for the first report, in seconds.
  private static let patience = 10
  /// The permissions of a socket in the file system: as with a port, each user who reaches it may use it.
  private static let mode: mode_t = 0o666

  private let socket: Int32
  /// Its process ID; nil while none runs.
  private var process: pid_t?
  /// The connection to it; -1 while it ends, and without one.
  private var connection: Int32 = -1
  private var buffer = LineBuffer()
  private var unsent: [UInt8] = []
  /// Requests that have arrived with the report at the start.
  private var held: [[UInt8]] = []
  /// What it has reported.
  private var report: MonitorReport?
  /// Why the last one could not answer, as the log has it; nil if it could.
  private var refusal: String?
  /// Whether one has ended, and none has answered since.
  private var isMissing = false
  private var delay = RestartDelay()
  /// When the next one is started.
  private var startDue: UInt64 = 0

  /// Opens the socket for the process; nil without an address.
  ///
  /// - Parameter sockets: Those of the supervisor, which has to keep the one of the address.
  init?(
    _ settings: SupervisorSettings, _ sockets: inout ListeningSockets
  ) throws(ControlServer.Failure) {
    guard let address = settings.http else { return nil }
    do throws(SystemError) {
      socket = try sockets.descriptor(for: address, mode: Self.mode).descriptor
    } catch {
      throw ControlServer.Failure(lines: ["can't listen at \(address) for --http: \(error)"])
    }
  }

  /// The process ID, if one runs.
  var processes: [pid_t] { [process].compactMap(\.self) }

  /// When the next process is started; nil if one runs.
  var due: UInt64? { process == nil ? startDue : nil }

  /// What to wait for; nil while none is connected.
  var polled: (descriptor: Int32, isSending: Bool)? {
    connection < 0 ? nil : (connection, !unsent.isEmpty)
  }

  // MARK: - The start of the supervisor

  /// Starts the process, and waits until it has reported that it answers.
  ///
  /// - Returns: The entries for the log.
  func begin(now: UInt64) throws(ControlServer.Failure) -> [LogRecord] {
    do throws(SystemCallError) {
      let (process, connection) = try Self.fork { [socket] in MonitorServer.run(on: socket, $0) }
      (self.process, self.connection) = (process, connection)
    } catch {
      throw ControlServer.Failure(lines: ["the process of --http can't be started: \(error)"])
    }
    let lines = Self.firstLines(from: connection, in: &buffer)
    let report = lines.first.flatMap(MonitorReport.init)
    held = Array(lines.dropFirst())
    if let report, case .ready = report { return take(report, now: now) }
    abandon()
    throw Self.failure(report)
  }

  /// Tries in another process whether one could answer.
  static func check() throws(ControlServer.Failure) {
    let (process, connection): (pid_t, Int32)
    do throws(SystemCallError) {
      (process, connection) = try fork(MonitorServer.check)
    } catch {
      throw ControlServer.Failure(lines: ["the process of --http can't be started: \(error)"])
    }
    var buffer = LineBuffer()
    let report = firstLines(from: connection, in: &buffer).first.flatMap(MonitorReport.init)
    close(connection)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    guard case .ready? = report else { throw failure(report) }
  }

  /// Waits for the first report, with which requests can arrive; empty if there is none in time, or the process has ended.
  private static func firstLines(
    from connection: Int32, in buffer: inout LineBuffer
  ) -> [[UInt8]] {
    SocketAddress.limitWaiting(of: connection, toSeconds: patience)
    return buffer.lines(from: connection, blocking: true) ?? []
  }

  private static func failure(_ report: MonitorReport?) -> ControlServer.Failure {
    guard case .refused(let reason)? = report else {
      return ControlServer.Failure(lines: ["the process of --http does not start"])
    }
    return ControlServer.Failure(lines: [reason])
  }

  /// Ends a process that can't answer.
  private func abandon() {
    close(connection)
    connection = -1
    for process in processes {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    process = nil
  }

  // MARK: - The loop of the supervisor

  /// Answers requests for the status. It starts the process if that is due, and takes one that has ended.
  ///
  /// - Returns: The entries for the log.
  func serve(now: UInt64, _ status: () -> SupervisorStatus?) -> [LogRecord] {
    guard let process else { return startDue <= now ? start(now: now) : [] }
    guard connection >= 0 else { return end(process, now: now) }
    guard let lines = buffer.lines(from: connection, limit: Self.longestRequest) else {
      return end(process, now: now)
    }
    unsent = MessageStream.send(unsent, to: connection) ?? []
    var (requests, entries) = (held, [LogRecord]())
    held = []
    for line in lines {
      if let report = MonitorReport(message: line) {
        entries += take(report, now: now)
      } else {
        requests.append(line)
      }
    }
    answer(requests, status)
    return entries
  }

  /// Takes what a process has reported: it ends if it can't answer.
  private func take(_ report: MonitorReport, now: UInt64) -> [LogRecord] {
    self.report = report
    guard case .ready(let unconfined) = report else { return [] }
    delay.started(at: now)
    defer { (isMissing, refusal) = (false, nil) }
    let entries = unconfined.map {
      LogRecord(.monitorUnconfined, ["the process of --http is not confined: \($0)"])
    }
    let answers = LogRecord(.monitorAnswers, ["the process of --http answers again"])
    return [entries, isMissing ? answers : nil].compactMap(\.self)
  }

  private func answer(_ requests: [[UInt8]], _ status: () -> SupervisorStatus?) {
    // It sends the next request when it has read the answer: one that sends several is broken, and gets one.
    guard unsent.isEmpty, !requests.isEmpty, let status = status() else { return }
    unsent = MessageStream.send(MessageStream.bytes(of: status), to: connection) ?? []
  }

  /// Takes the process if it has ended; otherwise, the signal of its end follows, and this is called again.
  private func end(_ process: pid_t, now: UInt64) -> [LogRecord] {
    if connection >= 0 {
      close(connection)
      connection = -1
      kill(process, SIGKILL)
    }
    guard waitpid(process, nil, WNOHANG) != 0 else { return [] }
    (self.process, isMissing) = (nil, true)
    let nanoseconds = max(delay.next(at: now), Self.shortestDelay)
    startDue = now + nanoseconds
    let seconds = Double(nanoseconds) / 1e9
    guard case .refused(let reason)? = report else {
      return [
        LogRecord(
          .monitorEnded,
          ["the process of --http (\(process)) has ended, and is started again in \(seconds) s"])
      ]
    }
    // Once, as it is tried again and again.
    guard refusal != reason else { return [] }
    refusal = reason
    return [LogRecord(.monitorEnded, ["\(reason); it is tried again"], level: .error)]
  }

  private func start(now: UInt64) -> [LogRecord] {
    do throws(SystemCallError) {
      let (process, connection) = try Self.fork { [socket] in MonitorServer.run(on: socket, $0) }
      (self.process, self.connection) = (process, connection)
      (buffer, unsent, held, report) = (LineBuffer(), [], [], nil)
      return []
    } catch {
      startDue = now + Self.shortestDelay
      return [LogRecord(.monitorEnded, ["the process of --http can't be started: \(error)"])]
    }
  }

  /// Starts a process, which has one end of a connection.
  ///
  /// - Returns: Its process ID, and the other end.
  private static func fork(
    _ run: (Int32) -> Never
  ) throws(SystemCallError) -> (process: pid_t, connection: Int32) {
    let pair = try DescriptorPair.connection()
    fflush(nil)
    let process = cprobe_fork()
    if process == 0 {
      // Nothing of the supervisor may be released here.
      let (other, own) = (pair.first.release(), pair.second.release())
      close(other)
      run(own)
    }
    guard process > 0 else { throw SystemCallError("fork") }
    return (process, pair.first.release())
  }
}
