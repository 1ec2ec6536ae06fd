import CleanseSupport
import CCleanseProbe
import CleanseProcesses

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
  private let sandbox: ProbeSandbox?
  /// The time before the fork.
  private let start: UInt64
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
  ///
  /// - Throws: A `SystemCallError`, or a `ConfinementError` if the process can't be confined and has to be.
  init(_ request: ProbeRequest, work: ProbeWork, supplies: inout SandboxSupplies) throws {
    let results = try DescriptorPair.pipe()
    let outputs = try DescriptorPair.pipe()
    let sandbox = try ProbeSandbox(for: request, from: &supplies)
    fflush(nil)
    let parent = getpid()
    let start = Clock.nanoseconds()
    let pid = cprobe_fork()
    if pid == 0 {
      ProbeChild.run(
        request, work: work, result: results.second.number, output: outputs.second.number,
        parent: parent, since: start, in: sandbox)
    }
    guard pid > 0 else { throw SystemCallError("fork") }
    sandbox?.handOver()
    do throws(SystemCallError) {
      handle = try ProcessHandle(pid)
    } catch {
      _ = ChildProcesses.end()
      throw error
    }
    results.first.setNonblocking()
    outputs.first.setNonblocking()
    self.request = request
    self.sandbox = sandbox
    self.pid = pid
    self.start = start
    result = results.first
    output = outputs.first
    deadline = Clock.nanoseconds() + UInt64(request.limits.allowedMilliseconds) * 1_000_000
  }

  /// The descriptors to poll for the process. A pipe at its end stays readable for ever, so it is not among
  /// them.
  var descriptors: [Int32] {
    [handle.number] + (isResultOpen ? [result.number] : [])
      + (isOutputOpen ? [output.number] : []) + (sandbox?.descriptors ?? [])
  }

  /// Reads the process's output, and determines whether the process is over.
  func proceed() {
    let hasEnded = handle.hasEnded
    // Calls that were refused wait for it.
    sandbox?.proceed()
    read()
    isOverdue = !hasEnded && Clock.nanoseconds() >= deadline && !grantWaitingTime()
    // Unread bytes would keep the server awake.
    isOver = hasEnded || isOverdue || isExcessive
  }

  /// Whether the process has written more than is accepted.
  private var isExcessive: Bool { resultBytes.count > request.limits.resultBytes }

  private func read() {
    // One more byte shows that there are too many.
    let (isResultOpen, reported) = result.available(
      limit: request.limits.resultBytes + 1 - resultBytes.count)
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
    let limit = UInt64(request.limits.grantedMilliseconds) * 1_000_000
    let further = min(waited, limit).subtractingReportingOverflow(granted)
    guard !further.overflow, further.partialValue > Self.leastGrant else { return false }
    granted += further.partialValue
    extendDeadline(by: further.partialValue)
    return true
  }

  /// The smallest grant in nanoseconds, as any process waits for a short time now and then.
  private static let leastGrant: UInt64 = 20_000_000

  /// The outcome of the process, which is over.
  ///
  /// - Returns: Also whether nothing is left of the process and of what it started.
  func outcome() -> (ProbeOutcome, isComplete: Bool) {
    let wasEnded = handle.hasEnded
    let end = ChildProcesses.end()
    read()
    let own = end.ends[pid] ?? .exited(0)
    let killed = end.killed.subtracting([pid])
    // A killed process could not end the processes it had started; but what can't be killed is left behind.
    let isKilled = !wasEnded || own == .killed(signal: SIGKILL)
    var outcome = ProbeOutcome(
      ending: .forged, output: outputBytes, outputCount: outputCount,
      leftProcesses: !end.isComplete ? max(killed.count, 1) : isKilled ? 0 : killed.count)
    outcome.refusals = sandbox?.refusals ?? []
    outcome.times =
      request.isTraced ? ProbeTimes(of: pid, from: start, to: Clock.nanoseconds()) : nil
    outcome.isDisturbed = end.ends.contains { process, end in
      process != pid && !killed.contains(process) && end.status == nil
    }
    guard !isExcessive else {
      outcome.ending = .excessive(limit: request.limits.resultBytes)
      return (outcome, end.isComplete)
    }
    let cause = wasEnded ? own : .exited(own.status ?? 0)
    let (content, validator) = ProbeFrame.content(of: resultBytes, nonce: request.nonce)
    outcome.validator = validator
    switch (content, cause) {
    // A result alone says nothing about what the process left running, as long as that keeps it from ending.
    case (.nothing, _) where isOverdue, (.forged, _) where isOverdue, (.result, _) where isOverdue:
      outcome.ending = .overdue(milliseconds: request.limits.milliseconds)
    case (.result(let payload), _):
      outcome.accept(payload)
    case (.crash(let report), .killed(let signal)):
      outcome.ending = .crashed(signal: signal, report)
    case (.crash(let report), .exited):
      outcome.ending = .crashed(signal: report.signal, report)
    // The process may have crashed while it wrote its result.
    case (.nothing, .killed(let signal)), (.forged, .killed(let signal)):
      outcome.ending = .crashed(signal: signal, nil)
    case (.nothing, .exited(ProbeChild.Status.unconfined)) where sandbox != nil:
      outcome.ending = .unavailable("its process can't be confined")
    case (.nothing, .exited(let status)):
      outcome.ending = .exited(status: status)
    case (.forged, .exited): break
    }
    return (outcome, end.isComplete)
  }
}
