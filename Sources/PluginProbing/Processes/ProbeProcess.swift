import CleanseSupport
import CProbe
import Glibc
import Processes

/// A probe process, seen from the fork server.
final class ProbeProcess {
  /// The time at which the process is killed, in nanoseconds of ``Clock``.
  private(set) var deadline: UInt64
  /// Whether the process has ended, is overdue or has written more than is accepted.
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
  /// The nanoseconds granted because the process had to wait for a processor.
  private var granted: UInt64 = 0
  private var isResultOpen = true
  private var isOutputOpen = true

  private static let outputLimit = 64 << 10

  /// Starts a process for a request.
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

  /// The descriptors to poll for the process. A pipe at its end stays readable for ever, so it is not among
  /// them.
  var descriptors: [Int32] {
    [handle.number] + (isResultOpen ? [result.number] : [])
      + (isOutputOpen ? [output.number] : [])
  }

  /// Reads the process's output, and determines whether the process is over.
  func proceed() {
    let hasEnded = handle.hasEnded
    read()
    isOverdue = !hasEnded && Clock.nanoseconds() >= deadline && !grantWaitingTime()
    // The host accepts no more than that, and unread bytes would keep the server awake.
    isOver = hasEnded || isOverdue || resultBytes.count >= ProbeMessage.sizeLimit
  }

  private func read() {
    let (isResultOpen, reported) = result.available(
      limit: ProbeMessage.sizeLimit - resultBytes.count)
    let (isOutputOpen, printed) = output.available(limit: 1 << 20)
    self.isResultOpen = isResultOpen
    self.isOutputOpen = isOutputOpen
    resultBytes += reported
    outputCount += printed.count
    outputBytes += printed.prefix(Self.outputLimit - outputBytes.count)
  }

  /// Extends the deadline by a time in which the server could not observe the process.
  func extendDeadline(by nanoseconds: UInt64) {
    deadline += nanoseconds
  }

  /// Grants the process the time that it had to wait for a processor, up to a limit, as a busy machine is not
  /// the plugin's fault.
  ///
  /// - Returns: Whether any time was granted.
  private func grantWaitingTime() -> Bool {
    // A process that runs next to others is retried anyway.
    guard request.limits.isAlone else { return false }
    // The time it ran, and the time it waited to run. (Documentation/scheduler/sched-stats.rst of Linux.)
    let fields = SystemPath.text(of: "/proc/\(pid)/schedstat").split(separator: " ")
    guard fields.count == 3, let waited = UInt64(fields[1]) else { return false }
    let limit = UInt64(request.limits.milliseconds) * 1_000_000 * Self.grantLimit
    let further = min(waited, limit).subtractingReportingOverflow(granted)
    guard !further.overflow, further.partialValue > Self.leastGrant else { return false }
    granted += further.partialValue
    extendDeadline(by: further.partialValue)
    return true
  }

  /// The limit of all grants, as a multiple of the deadline.
  private static let grantLimit: UInt64 = 2
  /// The smallest grant in nanoseconds, as any process waits for a short time now and then.
  private static let leastGrant: UInt64 = 20_000_000

  /// The outcome of the process, which is over.
  ///
  /// - Returns: Also whether nothing is left of the process and of what it started.
  func outcome() -> (ProbeOutcome, isComplete: Bool) {
    let wasEnded = handle.hasEnded
    let end = ChildProcesses.end()
    read()
    let status = end.statuses[pid] ?? 0
    let killed = end.killed.subtracting([pid]).count
    // A killed process could not end the processes it had started; but what can't be killed is left behind.
    let isKilled = !wasEnded || status & 0x7F == SIGKILL
    var outcome = ProbeOutcome(
      ending: .forged, output: outputBytes, outputCount: outputCount,
      leftProcesses: !end.isComplete ? max(killed, 1) : isKilled ? 0 : killed)
    outcome.isDisturbed = end.statuses.contains { process, status in
      process != pid && !end.killed.contains(process) && status & 0x7F != 0
    }
    let signal = wasEnded ? status & 0x7F : 0
    switch ProbeFrame.content(of: resultBytes, nonce: request.nonce) {
    // A result alone says nothing about what the process left running, as long as that keeps it from ending.
    case .nothing where isOverdue, .forged where isOverdue, .result where isOverdue:
      outcome.ending = .overdue(milliseconds: request.limits.milliseconds)
    case .result(let payload):
      outcome.ending = .result
      outcome.payload = payload
    case .crash(let report):
      outcome.ending = .crashed(signal: signal == 0 ? report.signal : signal, report)
    // The process may have crashed while it wrote its result.
    case .nothing where signal != 0, .forged where signal != 0:
      outcome.ending = .crashed(signal: signal, nil)
    case .nothing:
      outcome.ending = .exited(status: status >> 8 & 0xFF)
    case .forged: break
    }
    return (outcome, end.isComplete)
  }
}
