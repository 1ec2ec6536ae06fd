import CCleanseProbe
import Glibc
import CleansePluginFiles
import CleansePluginLoading
import CleanseProcesses
import CleanseSupport

/// A fork server, which starts a process for each request, one at a time.
///
/// It has one thread, so that each process that it starts is a complete copy. It adopts every process that a
/// plugin leaves behind, even in another session or as another program, and ends them all before it answers.
/// So the processes that it finds belong to the plugins of the request, and nothing has to be guessed.
struct ProbeServer: ~Copyable {
  private let host: Descriptor
  /// The host's process; see ``ProbeLauncher``.
  private let hostProcess: Int32
  private let work: ProbeWork
  private var supplies: SandboxSupplies
  private var received: [UInt8] = []

  /// Serves the host until it ends.
  ///
  /// - Parameter directory: The directory for that of its processes; nil if there is none.
  static func run(
    host: consuming Descriptor, hostProcess: Int32, work: ProbeWork, directory: FilePath?
  ) -> Never {
    guard cprobe_prepare_server() == 0 else { _exit(1) }
    unsafe cprobe_close_from(STDERR_FILENO + 1, [host.number, hostProcess], 2)
    host.setNonblocking()
    var server = ProbeServer(
      host: host, hostProcess: hostProcess, work: work,
      supplies: SandboxSupplies(directoryIn: directory))
    while server.serve() {}
    _ = ChildProcesses.end()
    server.supplies.directory.remove()
    _exit(0)
  }

  private init(
    host: consuming Descriptor, hostProcess: Int32, work: ProbeWork, supplies: SandboxSupplies
  ) {
    self.host = host
    self.hostProcess = hostProcess
    self.work = work
    self.supplies = supplies
  }

  /// Answers one request.
  ///
  /// - Returns: Whether the server can answer another request.
  private mutating func serve() -> Bool {
    guard let request = nextRequest(), let (outcome, isComplete) = outcome(of: request) else {
      return false
    }
    supplies.directory.clear()
    let reply = ProbeReply(
      id: request.id, outcome: outcome.symbolized(in: request.plugins.map(\.file.resolvedPath)))
    // An outcome is numbers and text, so a failure to encode it is a bug here; the missing answer reports it
    // to the host.
    guard let bytes = try? ProbeMessage.bytes(of: reply, payload: outcome.payload) else {
      return false
    }
    // A process that could not be ended would be blamed on the next plugin; the launcher tries to end it again.
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

  /// The outcome of a request; nil once the host is gone.
  private mutating func outcome(of request: ProbeRequest) -> (ProbeOutcome, isComplete: Bool)? {
    let process: ProbeProcess
    do {
      process = try ProbeProcess(request, work: work, supplies: &supplies)
    } catch {
      return (ProbeOutcome(ending: .unavailable("\(error)")), true)
    }
    while !process.isOver {
      // The host sends nothing before it has its answer, so a readable connection means that the host has ended.
      var polled = ([hostProcess, host.number] + process.descriptors).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let start = Clock.nanoseconds()
      let deadline = process.deadline
      let timeout = deadline <= start ? 0 : Int32(clamping: (deadline - start) / 1_000_000 + 1)
      let count = unsafe poll(&polled, nfds_t(polled.count), timeout)
      guard count <= 0 || polled[0].revents == 0 && polled[1].revents == 0 else { return nil }
      // If this process was stopped meanwhile, the probe process may have waited for it.
      let late = Clock.nanoseconds().subtractingReportingOverflow(
        max(deadline, start) + Self.tolerance)
      if !late.overflow { process.extendDeadline(by: late.partialValue) }
      process.proceed()
    }
    return process.outcome()
  }

  /// The tolerated delay with which the system wakes this process, in nanoseconds.
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
