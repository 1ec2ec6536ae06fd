package import CleanseSupport
import CCleanseProbe
import CleanseProcesses

/// Waits for the end of a program, as its parent.
///
/// It forwards the signals that it receives, stops and resumes with the program, and kills a program whose
/// plugins don't let it end. It has one thread and blocks all signals.
package struct ProgramWatcher {
  /// How a process ended.
  package struct Ending {
    let cause: ProcessEnd
    /// Whether the process had to be killed after it had set its status.
    let isOverdue: Bool
    /// The signals that other processes sent to it.
    let received: Set<Int32>
    /// The time that the program was allowed to take and exceeded, in milliseconds.
    let exceeded: Int?
    /// What the process was refused, as sentences.
    let refusals: [String]
    /// What it has used, if that was recorded.
    let recorded: RecordedPermissions?

    /// Whether the process ended by a signal that enforces the time limit, and not because of its plugins.
    var isEndedByTimeout: Bool {
      guard exceeded != nil, !isOverdue, case .killed(let signal) = cause else { return false }
      return signal == SIGTERM || signal == SIGKILL
    }

    package init(
      cause: ProcessEnd, isOverdue: Bool, received: Set<Int32>, exceeded: Int? = nil,
      refusals: [String] = [], recorded: RecordedPermissions? = nil
    ) {
      (self.cause, self.isOverdue, self.received) = (cause, isOverdue, received)
      (self.exceeded, self.refusals, self.recorded) = (exceeded, refusals, recorded)
    }
  }

  private let page: SharedPage
  private let process: pid_t
  private let confined: ConfinedProcess
  private var refusals: [String] = []
  /// A descriptor to poll for signals together with refused calls.
  private let signals = cprobe_signal_descriptor()
  private var received: Set<Int32> = []
  private var phase = Phase.running
  /// The time of the next step against a program that does not end.
  private var deadline: UInt64?
  private var crashSize = 0
  private var isOverdue = false
  private var requests = EndRequests()
  /// The signal that the program has ignored, so that it was killed.
  private var ignored: Int32?
  /// The time that the program may take, in milliseconds, and when that is over; nil before it is known, and afterwards.
  private var limit: (milliseconds: Int, due: UInt64)?
  /// Whether the program has announced a limit.
  private var isLimited = false
  /// The time that the program has exceeded, in milliseconds.
  private var exceeded: Int?

  /// The phase of the program's end.
  private enum Phase {
    case running, ending, aborted, killed
  }

  /// The time that a crash report may take without progress, in nanoseconds.
  private static let patience: UInt64 = 3_000_000_000

  init(page: SharedPage, process: pid_t, confined: ConfinedProcess) {
    self.page = page
    self.process = process
    self.confined = confined
  }

  /// Waits until the program has ended.
  mutating func wait() -> Ending {
    while true {
      passOnSignals()
      if let cause = takeChange() {
        return Ending(
          cause: requested(cause), isOverdue: isOverdue, received: received, exceeded: exceeded,
          refusals: refusals, recorded: confined.recorded)
      }
      applyTimeout()
      proceed()
    }
  }

  /// The end of a program that was killed because it ignored a signal is that by this signal.
  private func requested(_ cause: ProcessEnd) -> ProcessEnd {
    guard let ignored, case .killed(signal: SIGKILL) = cause else { return cause }
    return .killed(signal: ignored)
  }

  /// Waits for a signal, which includes SIGCHLD for a change of the program, and handles all pending ones.
  private mutating func passOnSignals() {
    var signal = cprobe_signal()
    var timeout: Int32 = -1
    if let deadline = [deadline, phase == .killed ? nil : requests.due, limit?.due].compactMap(
      \.self
    ).min() {
      let now = Clock.nanoseconds()
      timeout = deadline <= now ? 0 : Int32(clamping: (deadline - now) / 1_000_000 + 1)
    }
    if let calls = confined.descriptor {
      awaitSignal(orCallOn: calls, timeout)
      timeout = 0
    }
    while unsafe cprobe_wait_for_signal(timeout, &signal) != 0 {
      timeout = 0
      guard signal.number != SIGCHLD, signal.sender != process else { continue }
      received.insert(signal.number)
      // A caller may want the program to ignore a signal, as a shell without job control does in the background.
      if !Self.isIgnored(signal.number) {
        requests.receive(signal.number, at: Clock.nanoseconds())
      }
      // The terminal has sent it to the program, too.
      if signal.is_of_terminal == 0 || signal.number == SIGCONT { kill(process, signal.number) }
    }
  }

  /// How often signals are taken if they can't be polled for, in milliseconds.
  private static let signalInterval: Int32 = 50

  /// Waits for a signal or a refused call, and answers the calls.
  private mutating func awaitSignal(orCallOn calls: Int32, _ timeout: Int32) {
    var polled = [signals, calls].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // A negative descriptor is not polled; a negative time is any.
    let isLimited = signals < 0 && (timeout < 0 || timeout > Self.signalInterval)
    _ = unsafe poll(&polled, 2, isLimited ? Self.signalInterval : timeout)
    refusals += confined.refusals()
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    // The two forms of a handler share their storage; `SIG_IGN` is the address 1.
    return unsafe withUnsafeBytes(of: &action) { unsafe $0.load(as: UInt.self) } == 1
  }

  /// - Returns: How the program has ended, if it has.
  private mutating func takeChange() -> ProcessEnd? {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, WNOHANG | WUNTRACED) == process {
      // Otherwise, it has stopped.
      guard status & 0x7F == 0x7F else { return ProcessEnd(waitStatus: status) }
      let stop = status >> 8 & 0xFF
      // A plugin has stopped the program instead of ending it, and nothing would resume it.
      if page.status != nil, !received.contains(stop) {
        isOverdue = true
        killProgram()
      } else {
        let start = Clock.nanoseconds()
        cprobe_stop_by(stop)
        // The time for which the program was stopped does not count.
        limit?.due += Clock.nanoseconds() - start
        if phase == .ending { phase = .running }
        kill(process, SIGCONT)
      }
    }
    return nil
  }

  /// Asks a program to end that has not got its status in time.
  private mutating func applyTimeout() {
    let now = Clock.nanoseconds()
    if !isLimited, let milliseconds = WatchedPlugins(page)?.timeout {
      isLimited = true
      limit = (milliseconds, now + UInt64(clamping: milliseconds) * 1_000_000)
    }
    if page.status != nil || phase == .killed { limit = nil }
    guard let (milliseconds, due) = limit, now >= due else { return }
    (limit, exceeded) = (nil, milliseconds)
    requests.receive(SIGTERM, at: now)
    kill(process, SIGTERM)
  }

  /// Takes the next step against a program that does not end on its own.
  private mutating func proceed() {
    let now = Clock.nanoseconds()
    let isLate = deadline.map { now >= $0 } ?? false
    let crash = page.crash
    if phase != .killed, let signal = requests.overdue(at: now) {
      ignored = signal
      return killProgram()
    }
    switch phase {
    case .running where isUnfinished(crash), .ending where isUnfinished(crash):
      awaitCrash(crash, isLate, now)
    case .running:
      guard page.status != nil else { return deadline = nil }
      phase = .ending
      deadline = now + UInt64(clamping: WatchedPlugins(page)?.milliseconds ?? 5000) * 1_000_000
    case .ending:
      guard isLate, let status = page.status else { return }
      // A signal would cut the core file short that the system is writing.
      guard !isDumping else { return deadline = now + Self.patience }
      // Its crash report shows what it was doing.
      isOverdue = true
      phase = .aborted
      deadline = now + Self.patience
      cprobe_abort_thread(process, status.thread)
    case .aborted:
      if isLate || Self.isComplete(crash) { killProgram() }
    case .killed: deadline = nil
    }
  }

  /// Whether a crash report has begun and not ended. What follows a complete one, such as a core file, may take any
  /// time, and so may a program that ignores the signal, until it has set its status.
  private func isUnfinished(_ crash: [UInt8]) -> Bool { !crash.isEmpty && !Self.isComplete(crash) }

  /// Lets the program write its crash report, unless the handler crashes or hangs in turn.
  private mutating func awaitCrash(_ crash: [UInt8], _ isLate: Bool, _ now: UInt64) {
    if crash.count != crashSize {
      crashSize = crash.count
      deadline = now + Self.patience
    } else if isLate {
      killProgram()
    }
  }

  private var isDumping: Bool {
    SystemPath.text(of: "/proc/\(process)/status").contains("\nCoreDumping:\t1\n")
  }

  private mutating func killProgram() {
    phase = .killed
    deadline = nil
    kill(process, SIGKILL)
  }

  private static func isComplete(_ crash: [UInt8]) -> Bool {
    crash.suffix(CPROBE_CRASH_END.utf8.count).elementsEqual(CPROBE_CRASH_END.utf8)
  }
}
