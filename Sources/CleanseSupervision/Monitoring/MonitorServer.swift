import CCleanseProbe
import CCleanseSupervision
import CleanseConfinement
import CleanseProcesses
import CleanseSupport

/// What the process of `--http` does: it answers requests, and gets the status for each from the supervisor.
///
/// One thread answers one request after the other, so the supervisor has never more than one to answer.
@safe final class MonitorServer: @unchecked Sendable {
  // Safety: after the start, only the thread of the library uses the mutable state.

  /// How many connections are open at the same time: of more, the one that has waited longest for a request is ended. A client
  /// has the time in which so many others connect to send its request. Each takes up to 8 KB.
  private static let mostConnections: UInt32 = 512
  /// How long a connection may do nothing, in seconds.
  private static let idleTime: UInt32 = 2
  /// How long the supervisor may take to answer, in nanoseconds: less than the default time limit of a Kubernetes probe.
  private static let patience = Duration.milliseconds(800)

  private let connection: Int32
  private let patience: UInt64
  private var buffer = LineBuffer()
  /// The number of requests that the supervisor has not answered in time.
  private var owed = 0

  /// - Parameters:
  ///   - connection: The connection to the supervisor.
  ///   - patience: How long the supervisor may take to answer.
  init(_ connection: Int32, patience: Duration = MonitorServer.patience) {
    self.connection = connection
    self.patience = patience.nanoseconds
  }

  /// Runs the server in this process, which has one thread, until the supervisor has ended.
  ///
  /// - Parameters:
  ///   - socket: The listening socket.
  ///   - connection: The connection to the supervisor.
  static func run(on socket: Int32, _ connection: Int32) -> Never {
    prepare(connection, keeping: [socket, connection])
    // Before the first request of the other thread.
    report(.ready(unconfined: confine()), to: connection)
    let server = unsafe Unmanaged.passRetained(MonitorServer(connection))
    let result = unsafe chttp_start(
      socket, mostConnections, idleTime, respond, server.toOpaque())
    guard result == 0 else { refuse(connection, "the process of --http can't start a thread") }
    var polled = pollfd(fd: connection, events: 0, revents: 0)
    while unsafe poll(&polled, 1, -1) <= 0 || polled.revents & Int16(POLLHUP | POLLERR) == 0 {}
    _exit(0)
  }

  /// Reports in this process, which has one thread, whether a server could run.
  static func check(_ connection: Int32) -> Never {
    prepare(connection, keeping: [connection])
    report(.ready(unconfined: nil), to: connection)
    _exit(0)
  }

  private static func prepare(_ connection: Int32, keeping descriptors: [Int32]) {
    unsafe cthread_set_name("host-http")
    unsafe cprobe_close_from(STDERR_FILENO + 1, descriptors, Int32(descriptors.count))
    // It would keep the file of a log open that was rotated.
    dup2(unsafe open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO)
    guard chttp_load() == 0 else {
      refuse(
        connection,
        "--http needs the library \(CHTTP_LIBRARY), which can't be loaded: install it, in Debian the package libmicrohttpd12, or leave out --http"
      )
    }
  }

  private static func report(_ report: MonitorReport, to connection: Int32) {
    // The supervisor may have ended, and this process does soon.
    _ = MessageStream.send(MessageStream.bytes(of: report), to: connection, blocking: true)
  }

  private static func refuse(_ connection: Int32, _ reason: String) -> Never {
    report(.refused(reason), to: connection)
    _exit(3)
  }

  /// Gives up what it does not need: it opens no file, starts no program, and connects to nothing.
  ///
  /// - Returns: Why that is not possible; nil if it is.
  private static func confine() -> String? {
    var confinement = Confinement()
    confinement.forks = false
    confinement.runsServices = true
    do throws(ConfinementError) {
      // Nothing reads what would be announced of refused calls.
      _ = try confinement.prepared().enforce()
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static let respond: chttp_responder = { method, path, accept, answer, context in
    guard let method = unsafe method, let path = unsafe path, let answer = unsafe answer,
      let context = unsafe context
    else { return }
    let server = unsafe Unmanaged<MonitorServer>.fromOpaque(context).takeUnretainedValue()
    let reply = unsafe MonitorReply(
      method: String(cString: method), resource: String(cString: path),
      accept: accept.map { unsafe String(cString: $0) }, server.status)
    unsafe reply.fill(answer)
  }

  /// Requests the status from the supervisor; nil if that does not answer in time.
  func status() -> SupervisorStatus? {
    // What answers an earlier request can be old.
    while owed > 0, isReadable(within: 0), let late = lines() { owed -= late.count }
    guard owed == 0, MessageStream.send(Self.request, to: connection) == [] else { return nil }
    owed += 1
    let deadline = Clock.nanoseconds() + patience
    while case let now = Clock.nanoseconds(), now < deadline {
      _ = isReadable(within: Int32(clamping: (deadline - now) / 1_000_000 + 1))
      guard let lines = self.lines() else { return nil }
      if let line = lines.first {
        owed -= 1
        return SupervisorStatus(message: line)
      }
    }
    return nil
  }

  /// Waits for an answer, or a part of one.
  private func isReadable(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, milliseconds) > 0
  }

  /// The answers that have arrived; nil if the supervisor has ended.
  private func lines() -> [[UInt8]]? {
    buffer.lines(from: connection, limit: MessageStream.answerLimit)
  }

  private static let request = MessageStream.bytes(of: SupervisorRequest.status)
}

extension MonitorReply {
  /// Writes the answer for C, which frees it.
  fileprivate func fill(_ answer: UnsafeMutablePointer<chttp_answer>) {
    let bytes = Array(body.utf8)
    let copy = unsafe malloc(bytes.count)
    unsafe copy?.copyMemory(from: bytes, byteCount: bytes.count)
    unsafe answer.pointee = chttp_answer(
      status: status, type: strdup(mediaType), allow: allow.flatMap { unsafe strdup($0) },
      body: copy?.assumingMemoryBound(to: UInt8.self), size: copy == nil ? 0 : bytes.count)
  }
}
