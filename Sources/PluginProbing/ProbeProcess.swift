import CProbe
import Glibc

/// A process of the probe, as the fork server sees it.
final class ProbeProcess {
  let request: ProbeRequest
  let pid: pid_t
  /// When the process will be killed, in the clock's nanoseconds; nothing once that is done.
  private(set) var deadline: UInt64?
  /// How many processes of it are known to have outlived their parents.
  var leftProcesses = 0

  private let result: Descriptor
  private let output: Descriptor
  /// Readable once the process has ended.
  private let end: Descriptor
  private var resultBytes: [UInt8] = []
  private var outputBytes: [UInt8] = []
  private var outputCount = 0
  private var isOverdue = false
  private var isResultOpen = true
  private var isOutputOpen = true

  private static let outputLimit = 64 << 10

  /// Starts a process for the request.
  init(_ request: ProbeRequest, work: ProbeWork) throws(SystemCallError) {
    let results = try DescriptorPair.pipe()
    let outputs = try DescriptorPair.pipe()
    fflush(nil)
    let parent = getpid()
    let pid = cprobe_fork()
    if pid == 0 {
      ProbeChild.run(
        request, work: work, result: results.second.number, output: outputs.second.number,
        parent: parent)
    }
    guard pid > 0 else { throw SystemCallError("fork") }
    // Also here, as the process may be killed as a group before it comes to say so itself.
    setpgid(pid, pid)
    let end = Descriptor(cprobe_open_process(pid))
    guard end.number >= 0 else {
      let failure = SystemCallError("pidfd_open")
      Glibc.kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
      throw failure
    }
    results.first.setNonblocking()
    outputs.first.setNonblocking()
    self.request = request
    self.pid = pid
    self.end = end
    result = results.first
    output = outputs.first
    deadline = Clock.nanoseconds() + UInt64(request.limits.milliseconds) * 1_000_000
  }

  /// What the server waits for on behalf of the process. The end of a pipe is there to be read for
  /// ever, so a pipe that has ended is not among them.
  var descriptors: [Int32] {
    [end.number] + (isResultOpen ? [result.number] : [])
      + (isOutputOpen ? [output.number] : [])
  }

  /// Takes what the process has written.
  func read() {
    let (isResultOpen, told) = result.available(
      limit: ProbeMessage.sizeLimit - resultBytes.count)
    let (isOutputOpen, printed) = output.available(limit: 1 << 20)
    self.isResultOpen = isResultOpen
    self.isOutputOpen = isOutputOpen
    resultBytes += told
    // Nobody takes more, and what is not read would keep the server awake.
    if resultBytes.count >= ProbeMessage.sizeLimit {
      self.isResultOpen = false
      kill()
    }
    outputCount += printed.count
    outputBytes += printed.prefix(Self.outputLimit - outputBytes.count)
  }

  /// Kills the process with all of its group once it is late.
  func killIfOverdue(at now: UInt64) {
    guard let deadline, now >= deadline, !hasEnded else { return }
    isOverdue = true
    kill()
  }

  /// Kills the process with all of its group.
  func kill() {
    deadline = nil
    Glibc.kill(-pid, SIGKILL)
    Glibc.kill(pid, SIGKILL)
  }

  /// Grants the process the time in which nobody could have heard of it.
  func extendDeadline(by nanoseconds: UInt64) {
    deadline = deadline.map { $0 + nanoseconds }
  }

  /// Whether the process has ended. Its number stays its own until ``outcome()``.
  var hasEnded: Bool {
    var information = unsafe siginfo_t()
    return unsafe waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo == SIGCHLD
  }

  /// What came of the process, which has ended; what is left of its group is killed.
  func outcome() -> ProbeOutcome {
    Glibc.kill(-pid, SIGKILL)
    var status: Int32 = 0
    unsafe waitpid(pid, &status, 0)
    read()
    var outcome = ProbeOutcome(
      ending: .forged, output: outputBytes, outputCount: outputCount,
      leftProcesses: leftProcesses)
    let signal = status & 0x7F
    switch ProbeFrame.content(of: resultBytes, nonce: request.nonce) {
    case .result(let payload):
      outcome.ending = .result
      outcome.payload = payload
    case .crash(let report):
      outcome.ending = .crashed(signal: signal == 0 || isOverdue ? report.signal : signal, report)
    case .nothing where isOverdue, .forged where isOverdue:
      outcome.ending = .overdue(milliseconds: request.limits.milliseconds)
    case .nothing where signal != 0:
      outcome.ending = .crashed(signal: signal, nil)
    case .nothing:
      outcome.ending = .exited(status: status >> 8 & 0xFF)
    case .forged: break
    }
    return outcome
  }
}

/// The monotonic clock of the system.
enum Clock {
  static func nanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
