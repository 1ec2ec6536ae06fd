package import CleanseGraph
import CProbe
import Glibc

/// What came of a program that was watched.
package struct ProgramEnd: Sendable {
  /// How its watcher has to end in turn.
  package enum Cause: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)
    /// A plugin has ended the program before it had a status.
    case unfinished
  }

  package let cause: Cause
  /// What went wrong with plugins.
  package let findings: [Diagnostic]
  /// What went wrong with the program itself, in lines.
  package let lines: [String]

  init(_ ending: ProgramWatcher.Ending, _ page: SharedPage) {
    self.init(
      ending, status: page.status?.status, plugins: WatchedPlugins(page)?.plugins,
      report: CrashReport(page.crash))
  }

  /// - Parameters:
  ///   - ending: What became of the process.
  ///   - status: The one that the program set.
  ///   - plugins: Those that it was about to load; nil before that.
  ///   - report: What it reported of a crash.
  ///   - lines: Where source lines are found.
  init(
    _ ending: ProgramWatcher.Ending, status: Int32?, plugins: [WatchedPlugins.Plugin]?,
    report: CrashReport?,
    sourceLines: SourceLines = SourceLines(path: ProgramEnd.searchPath)
  ) {
    // The handler may not have come to the end, and been killed for it.
    let signal =
      switch ending.cause {
      case .exited: Int32?.none
      case .killed(let signal): signal == SIGKILL ? report?.signal ?? signal : signal
      }
    let failure = ProgramFailure(plugins: plugins ?? [], report: report, sourceLines)
    let isAsked = signal.map { ending.received.contains($0) } ?? false
    switch (status, signal) {
    case (_, let signal?) where isAsked:
      (cause, findings, lines) = (.signal(signal), [], [])
    case (let status?, let signal):
      cause = .status(status)
      lines = []
      switch ending.cause {
      case .killed(let killed) where !ending.isOverdue:
        findings = [failure.uncleanEnd(by: signal ?? killed, status: status)]
      case .killed:
        findings = [failure.overdueEnd(status: status)]
      case .exited(let exited):
        findings = exited == status ? [] : [failure.uncleanEnd(withStatus: exited, status: status)]
      }
    case (nil, let signal?):
      cause = .signal(signal)
      let isCrash = Self.crashSignals.contains(signal)
      findings = isCrash && failure.isOfPlugin ? [failure.crash(signal)] : []
      lines = isCrash && !failure.isOfPlugin ? failure.ownCrash(signal) : []
    case (nil, nil):
      lines = []
      if case .exited(let exited) = ending.cause, plugins == nil {
        (cause, findings) = (.status(exited), [])
      } else {
        cause = .unfinished
        findings = [failure.unfinished(ending.cause)]
      }
    }
  }

  /// Ends this process as the program has ended.
  ///
  /// - Parameter unfinished: The status where a plugin has ended the program.
  package func finish(unfinished: Int32) -> Never {
    switch cause {
    case .status(let status): exit(status)
    case .unfinished: exit(unfinished)
    case .signal(let signal):
      cprobe_end_by(signal)
      // A signal that ends no process.
      exit(128 + signal)
    }
  }

  private static let crashSignals: Set<Int32> = [
    SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS,
  ]

  private static var searchPath: String {
    unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
  }
}
