import CleanseSupport
import CProbe
import Glibc

/// A process of the probe, as the fork server sees it.
final class ProbeProcess {
  /// When the process will be killed, in the clock's nanoseconds.
  private(set) var deadline: UInt64
  /// Whether nothing more is to be had of it.
  private(set) var isOver = false

  private let request: ProbeRequest
  private let pid: pid_t
  private let result: Descriptor
  private let output: Descriptor
  private let handle: ProcessHandle
  private var resultBytes: [UInt8] = []
  private var outputBytes: [UInt8] = []
  private var outputCount = 0
  private var isOverdue = false
  /// How many nanoseconds it got because it had to wait for a processor.
  private var granted: UInt64 = 0
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
    do throws(SystemCallError) {
      handle = try ProcessHandle(pid)
    } catch {
      _ = ChildProcesses.end()
      throw error
    }
    results.first.setNonblocking()
    outputs.first.setNonblocking()
    self.request = request
    self.pid = pid
    result = results.first
    output = outputs.first
    deadline = Clock.nanoseconds() + UInt64(request.limits.allowedMilliseconds) * 1_000_000
  }

  /// What the server waits for on behalf of the process. The end of a pipe is there to be read for
  /// ever, so a pipe that has ended is not among them.
  var descriptors: [Int32] {
    [handle.number] + (isResultOpen ? [result.number] : [])
      + (isOutputOpen ? [output.number] : [])
  }

  /// Takes what the process has written, and finds out whether it is over.
  func proceed() {
    let hasEnded = handle.hasEnded
    read()
    isOverdue = !hasEnded && Clock.nanoseconds() >= deadline && !grantWaitingTime()
    // Nobody takes more than that, and what is not read would keep the server awake.
    isOver = hasEnded || isOverdue || resultBytes.count >= ProbeMessage.sizeLimit
  }

  private func read() {
    let (isResultOpen, told) = result.available(
      limit: ProbeMessage.sizeLimit - resultBytes.count)
    let (isOutputOpen, printed) = output.available(limit: 1 << 20)
    self.isResultOpen = isResultOpen
    self.isOutputOpen = isOutputOpen
    resultBytes += told
    outputCount += printed.count
    outputBytes += printed.prefix(Self.outputLimit - outputBytes.count)
  }

  /// Grants the process the time in which nobody could have heard of it.
  func extendDeadline(by nanoseconds: UInt64) {
    deadline += nanoseconds
  }

  /// Grants the process the time that it had to wait for a processor, up to a limit, as a plugin is not to
  /// blame for a busy machine.
  ///
  /// - Returns: Whether it has been granted any.
  private func grantWaitingTime() -> Bool {
    // Beside others it is tried again anyway.
    guard request.limits.isAlone else { return false }
    // How long it ran, and how long it waited for that. (Documentation/scheduler/sched-stats.rst of Linux.)
    let fields = SystemPath.text(of: "/proc/\(pid)/schedstat").split(separator: " ")
    guard fields.count == 3, let waited = UInt64(fields[1]) else { return false }
    let limit = UInt64(request.limits.milliseconds) * 1_000_000 * Self.grantLimit
    let further = min(waited, limit).subtractingReportingOverflow(granted)
    guard !further.overflow, further.partialValue > Self.leastGrant else { return false }
    granted += further.partialValue
    extendDeadline(by: further.partialValue)
    return true
  }

  /// How many times the deadline is granted at most.
  private static let grantLimit: UInt64 = 2
  /// What any process waits now and then, in nanoseconds.
  private static let leastGrant: UInt64 = 20_000_000

  /// What came of the process, which is over.
  ///
  /// - Returns: Also whether nothing of it is left, neither itself nor what it has started.
  func outcome() -> (ProbeOutcome, isComplete: Bool) {
    let wasEnded = handle.hasEnded
    let end = ChildProcesses.end()
    read()
    let status = end.statuses[pid] ?? 0
    let killed = end.killed.subtracting([pid]).count
    // One that was killed had no time to end what it had started; but what can't be ended is left.
    let isKilled = !wasEnded || status & 0x7F == SIGKILL
    var outcome = ProbeOutcome(
      ending: .forged, output: outputBytes, outputCount: outputCount,
      leftProcesses: !end.isComplete ? max(killed, 1) : isKilled ? 0 : killed)
    outcome.isDisturbed = end.statuses.contains { process, status in
      process != pid && !end.killed.contains(process) && status & 0x7F != 0
    }
    let signal = wasEnded ? status & 0x7F : 0
    switch ProbeFrame.content(of: resultBytes, nonce: request.nonce) {
    // A result alone says nothing of what the process left, as long as that keeps it from ending.
    case .nothing where isOverdue, .forged where isOverdue, .result where isOverdue:
      outcome.ending = .overdue(milliseconds: request.limits.milliseconds)
    case .result(let payload):
      outcome.ending = .result
      outcome.payload = payload
    case .crash(let report):
      outcome.ending = .crashed(signal: signal == 0 ? report.signal : signal, report)
    // It may have been in the middle of its result.
    case .nothing where signal != 0, .forged where signal != 0:
      outcome.ending = .crashed(signal: signal, nil)
    case .nothing:
      outcome.ending = .exited(status: status >> 8 & 0xFF)
    case .forged: break
    }
    return (outcome, end.isComplete)
  }
}
