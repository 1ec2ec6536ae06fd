import CCleanseProbe
import CCleanseSupervision
import CleanseProcesses
import CleanseSupport

/// The process that answers probes and requests for metrics over HTTP, and the supervisor's connection to it.
///
/// The supervisor itself reads nothing that comes over HTTP: a fault in the parser ends this process alone, which is started
/// again.
final class MonitorProcess {
  /// The exit status of a process that would fail again.
  static let unusable: Int32 = 3
  /// What it may send without reading the answers, in bytes.
  private static let longestRequest = 4096
  /// How long it takes at least until another one is started, in nanoseconds.
  private static let shortestDelay: UInt64 = 1_000_000_000

  private let socket: Int32
  private let settings: SupervisorSettings
  /// Its process ID; nil while none runs.
  private var process: pid_t?
  /// The connection to it; -1 while it ends, and without one.
  private var connection: Int32 = -1
  private var buffer = LineBuffer()
  private var unsent: [UInt8] = []
  private var delay = RestartDelay()
  /// When the next one is started; nil for never.
  private var startDue: UInt64? = 0

  /// Opens the socket for the process; nil without an address.
  ///
  /// - Parameter sockets: Those of the supervisor, which has to keep the one of the address.
  init?(
    _ settings: SupervisorSettings, _ sockets: inout ListeningSockets
  ) throws(ControlServer.Failure) {
    guard let address = settings.http else { return nil }
    do throws(SystemError) {
      socket = try sockets.descriptor(for: address).descriptor
    } catch {
      throw ControlServer.Failure(lines: ["can't listen at \(address) for --http: \(error)"])
    }
    self.settings = settings
  }

  /// The process ID, if one runs.
  var processes: [pid_t] { [process].compactMap(\.self) }

  /// When the next process is started; nil if one runs, or none can.
  var due: UInt64? { process == nil ? startDue : nil }

  /// What to wait for; nil while none is connected.
  var polled: (descriptor: Int32, isSending: Bool)? {
    connection < 0 ? nil : (connection, !unsent.isEmpty)
  }

  /// Answers requests for the status. It starts the process if that is due, and takes one that has ended.
  ///
  /// - Returns: The lines for the log.
  func serve(now: UInt64, _ status: () -> SupervisorStatus?) -> [String] {
    if let process { return connection >= 0 && answer(status) ? [] : end(process, now: now) }
    if let startDue, startDue <= now { return start(now: now) }
    return []
  }

  /// - Returns: Whether the process still has its connection.
  private func answer(_ status: () -> SupervisorStatus?) -> Bool {
    unsent = MessageStream.send(unsent, to: connection) ?? []
    guard let requests = buffer.lines(from: connection, limit: Self.longestRequest) else {
      return false
    }
    // It sends the next request when it has read the answer: one that sends several is broken, and gets one.
    guard unsent.isEmpty, !requests.isEmpty, let status = status() else { return true }
    unsent = MessageStream.send(MessageStream.bytes(of: status), to: connection) ?? []
    return true
  }

  /// Takes the process if it has ended; otherwise, the signal of its end follows, and this is called again.
  private func end(_ process: pid_t, now: UInt64) -> [String] {
    if connection >= 0 {
      close(connection)
      connection = -1
      kill(process, SIGKILL)
    }
    var wait: Int32 = 0
    guard unsafe waitpid(process, &wait, WNOHANG) != 0 else { return [] }
    self.process = nil
    if case .exited(Self.unusable) = ProcessEnd(waitStatus: wait) {
      startDue = nil
      return ["the process of --http can't run, and is not started again"]
    }
    let nanoseconds = max(delay.next(at: now), Self.shortestDelay)
    startDue = now + nanoseconds
    let seconds = Double(nanoseconds) / 1e9
    return ["the process of --http (\(process)) has ended, and is started again in \(seconds) s"]
  }

  private func start(now: UInt64) -> [String] {
    do throws(SystemCallError) {
      let pair = try DescriptorPair.connection()
      fflush(nil)
      let process = cprobe_fork()
      if process == 0 {
        // Nothing of the supervisor may be released here.
        let (other, own) = (pair.first.release(), pair.second.release())
        close(other)
        MonitorServer.run(on: socket, own, log: SupervisorLog(settings, waits: true))
      }
      guard process > 0 else { throw SystemCallError("fork") }
      pair.first.setNonblocking()
      (self.process, connection) = (process, pair.first.release())
      (buffer, unsent) = (LineBuffer(), [])
      delay.started(at: now)
      return []
    } catch {
      startDue = now + Self.shortestDelay
      return ["the process of --http can't be started: \(error)"]
    }
  }
}
