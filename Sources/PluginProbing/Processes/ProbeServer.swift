import CProbe
import Glibc

/// A fork server: it starts a process for each request, one after the other.
///
/// It has one thread, so that each process that it starts is a whole copy. It adopts whatever a process
/// leaves behind, also in another session or as another program, and ends all of that before it answers;
/// so what it finds left belongs to the plugins of the request, and nothing has to be guessed.
struct ProbeServer: ~Copyable {
  private let host: Descriptor
  /// The host's process; see ``ProbeLauncher``.
  private let hostProcess: Int32
  private let work: ProbeWork
  private var received: [UInt8] = []

  /// Serves the host until that is gone.
  static func run(host: consuming Descriptor, hostProcess: Int32, work: ProbeWork) -> Never {
    guard cprobe_prepare_server() == 0 else { _exit(1) }
    cprobe_close_from(STDERR_FILENO + 1, host.number, hostProcess)
    host.setNonblocking()
    var server = ProbeServer(host: host, hostProcess: hostProcess, work: work)
    while server.serve() {}
    _ = ChildProcesses.end()
    _exit(0)
  }

  private init(host: consuming Descriptor, hostProcess: Int32, work: ProbeWork) {
    self.host = host
    self.hostProcess = hostProcess
    self.work = work
  }

  /// Answers one request.
  ///
  /// - Returns: Whether another one can be answered.
  private mutating func serve() -> Bool {
    guard let request = nextRequest(), let (outcome, isComplete) = outcome(of: request) else {
      return false
    }
    let reply = ProbeReply(id: request.id, outcome: outcome)
    // An outcome is numbers and text; that it can't be encoded is a mistake here, and the host then
    // learns it by the missing answer.
    guard let bytes = try? ProbeMessage.bytes(of: reply, payload: outcome.payload) else {
      return false
    }
    // What could not be ended would be taken for the next plugin's: the launcher tries that again.
    return send(bytes) && isComplete
  }

  private mutating func nextRequest() -> ProbeRequest? {
    do {
      while true {
        if let (request, _) = try ProbeMessage.next(ProbeRequest.self, from: &received) {
          return request
        }
        guard wait(for: Int16(POLLIN)) else { return nil }
        let (isOpen, bytes) = host.available(limit: 1 << 20)
        received += bytes
        guard isOpen else { return nil }
      }
    } catch {
      return nil
    }
  }

  /// What comes of a request; nothing once the host is gone.
  private func outcome(of request: ProbeRequest) -> (ProbeOutcome, isComplete: Bool)? {
    let process: ProbeProcess
    do throws(SystemCallError) {
      process = try ProbeProcess(request, work: work)
    } catch {
      return (ProbeOutcome(ending: .unavailable("\(error)")), true)
    }
    while !process.isOver {
      // The host says nothing until it has its answer, so that there is something to read is its end.
      var polled = ([hostProcess, host.number] + process.descriptors).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let start = Clock.nanoseconds()
      let deadline = process.deadline
      let timeout = deadline <= start ? 0 : Int32(clamping: (deadline - start) / 1_000_000 + 1)
      let count = unsafe poll(&polled, nfds_t(polled.count), timeout)
      guard count <= 0 || polled[0].revents == 0 && polled[1].revents == 0 else { return nil }
      // Where this process was stopped meanwhile, what it started may have waited for it.
      let late = Clock.nanoseconds().subtractingReportingOverflow(
        max(deadline, start) + Self.tolerance)
      if !late.overflow { process.extendDeadline(by: late.partialValue) }
      process.proceed()
    }
    return process.outcome()
  }

  /// How much too late the system may wake this process, in nanoseconds.
  private static let tolerance: UInt64 = 500_000_000

  private func send(_ bytes: [UInt8]) -> Bool {
    var unsent = bytes[...]
    while !unsent.isEmpty {
      switch Descriptor.send(unsent, to: host.number) {
      case .success(let count): unsent = unsent.dropFirst(count)
      case .failure(let error) where error.number == EAGAIN:
        guard wait(for: Int16(POLLOUT)) else { return false }
      case .failure: return false
      }
    }
    return true
  }

  /// - Returns: Whether the host's process is still there.
  private func wait(for event: Int16) -> Bool {
    var polled = [
      pollfd(fd: hostProcess, events: Int16(POLLIN), revents: 0),
      pollfd(fd: host.number, events: event, revents: 0),
    ]
    return unsafe poll(&polled, nfds_t(polled.count), -1) <= 0 || polled[0].revents == 0
  }
}
