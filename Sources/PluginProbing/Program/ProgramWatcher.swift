import CleanseSupport
import CProbe
import Glibc

/// Waits for the end of a program, as its parent.
///
/// It passes on the signals that it gets, stops and goes on with the program, and ends one whose plugins do
/// not let it end. It has one thread and all signals blocked.
struct ProgramWatcher {
  /// How a process has ended.
  struct Ending {
    /// The status that it passed to `exit`, or the signal that ended it.
    enum Cause: Equatable {
      case exited(Int32)
      case killed(signal: Int32)
    }

    let cause: Cause
    /// Whether it had to be killed after it had set its status.
    let isOverdue: Bool
    /// The signals that were sent to it from outside.
    let received: Set<Int32>
  }

  private let page: SharedPage
  private let process: pid_t
  private var received: Set<Int32> = []
  private var phase = Phase.running
  /// When the next step against a program is due that does not end.
  private var deadline: UInt64?
  private var crashSize = 0
  private var isOverdue = false

  /// How far the end of the program has come.
  private enum Phase {
    case running, ending, aborted, killed
  }

  /// How long the report of a crash may take without progress, in nanoseconds.
  private static let patience: UInt64 = 3_000_000_000

  init(page: SharedPage, process: pid_t) {
    self.page = page
    self.process = process
  }

  /// Returns when the program has ended.
  mutating func wait() -> Ending {
    while true {
      passOnSignals()
      if let cause = takeChange() {
        return Ending(cause: cause, isOverdue: isOverdue, received: received)
      }
      proceed()
    }
  }

  /// Waits for a signal, one of which is that the program has changed, and takes all that there are.
  private mutating func passOnSignals() {
    var signal = cprobe_signal()
    var timeout: Int32 = -1
    if let deadline {
      let now = Clock.nanoseconds()
      timeout = deadline <= now ? 0 : Int32(clamping: (deadline - now) / 1_000_000 + 1)
    }
    while unsafe cprobe_wait_for_signal(timeout, &signal) != 0 {
      timeout = 0
      guard signal.number != SIGCHLD, signal.sender != process else { continue }
      received.insert(signal.number)
      // The terminal has sent it to the program, too.
      if signal.is_of_terminal == 0 || signal.number == SIGCONT { kill(process, signal.number) }
    }
  }

  /// - Returns: How the program has ended, if it has.
  private mutating func takeChange() -> Ending.Cause? {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, WNOHANG | WUNTRACED) == process {
      let signal = status & 0x7F
      guard signal == 0x7F else {
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
      }
      let stop = status >> 8 & 0xFF
      // A plugin stops it in place of ending it; nobody would let it go on.
      if page.status != nil, !received.contains(stop) {
        isOverdue = true
        killProgram()
      } else {
        cprobe_stop_by(stop)
        // The time that it was stopped is not the program's.
        if phase == .ending { phase = .running }
        kill(process, SIGCONT)
      }
    }
    return nil
  }

  /// Takes the next step against a program that does not end by itself.
  private mutating func proceed() {
    let now = Clock.nanoseconds()
    let isLate = deadline.map { now >= $0 } ?? false
    let crash = page.crash
    switch phase {
    case .running where isUnfinished(crash), .ending where isUnfinished(crash):
      awaitCrash(crash, isLate, now)
    case .running:
      guard page.status != nil else { return deadline = nil }
      phase = .ending
      deadline = now + UInt64(clamping: WatchedPlugins(page)?.milliseconds ?? 5000) * 1_000_000
    case .ending:
      guard isLate, let status = page.status else { return }
      // The system is writing its core file, which a signal would cut short.
      guard !isDumping else { return deadline = now + Self.patience }
      // Its report shows where it was.
      isOverdue = true
      phase = .aborted
      deadline = now + Self.patience
      cprobe_abort_thread(process, status.thread)
    case .aborted:
      if isLate || Self.isComplete(crash) { killProgram() }
    case .killed: deadline = nil
    }
  }

  /// Whether a report has begun and not ended. What comes after a whole one, such as a core file, may take its time;
  /// so may a program that ignores the signal, until it has set its status.
  private func isUnfinished(_ crash: [UInt8]) -> Bool { !crash.isEmpty && !Self.isComplete(crash) }

  /// Lets the program report its crash, unless that crashes or hangs in turn.
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
