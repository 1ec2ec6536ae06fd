package import CleanseGraph
import CleanseSupport
import CCleanseProbe
package import CleanseProcesses

/// The result of a watched program.
package struct ProgramEnd: Sendable {
  /// How the watcher has to end in turn.
  package enum Cause: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)
    /// A plugin ended the program before it had a status.
    case unfinished
  }

  package let cause: Cause
  /// The findings about plugins.
  package let findings: [Diagnostic]
  /// The errors of the program itself, as lines of text.
  package let lines: [String]
  /// What its plugins were refused, as sentences.
  package let refusals: [String]
  /// What its plugins have used, if that was recorded.
  package let recorded: RecordedPermissions?
  /// Whether it was about to load plugins, or has.
  package let hasLoadedPlugins: Bool

  /// - Parameter isServing: Whether the program runs services, and not a command.
  package init(_ ending: ProgramWatcher.Ending, _ page: SharedPage, isServing: Bool = false) {
    let plugins = WatchedPlugins(page)?.plugins.map(\.compared)
    let changed = (plugins ?? []).filter { $0.change != nil }.map(\.path)
    self.init(
      ending, status: page.status?.status, plugins: plugins,
      report: CrashReport(page.crash)?.symbolized(
        in: plugins?.map(\.path) ?? [], except: changed),
      isServing: isServing)
  }

  /// - Parameters:
  ///   - ending: How the process ended.
  ///   - status: The status that the program set.
  ///   - plugins: The plugins that the program was about to load; nil before that.
  ///   - report: The program's crash report.
  init(
    _ ending: ProgramWatcher.Ending, status: Int32?, plugins: [WatchedPlugins.Plugin]?,
    report: CrashReport?, isServing: Bool = false
  ) {
    // The watcher may have killed the process because the handler did not finish. A report with the signal 0 is that of
    // an exit.
    let reported = report.flatMap { $0.signal > 0 ? $0.signal : nil }
    let signal =
      switch ending.cause {
      case .exited: Int32?.none
      case .killed(let signal): signal == SIGKILL ? reported ?? signal : signal
      }
    (refusals, recorded) = (ending.refusals, ending.recorded)
    hasLoadedPlugins = plugins != nil
    let failure = ProgramFailure(
      plugins: plugins ?? [], report: report, isServing: isServing)
    let isRequested = signal.map { ending.received.contains($0) } ?? false
    if let exceeded = ending.exceeded, status == nil {
      (cause, findings) = (.unfinished, [])
      lines = [
        "the command did not end within \(Self.words(exceeded)), the limit of --timeout, and was ended"
      ]
      return
    }
    switch (status, signal) {
    case (_, let signal?) where isRequested:
      (cause, findings, lines) = (.signal(signal), [], [])
    case (let status?, _) where ending.isEndedByTimeout:
      (cause, findings, lines) = (.status(status), [], [])
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

  /// The identifier of the plugin whose code a crash report names; nil without one, or if no plugin code was running.
  package static func culprit(in page: SharedPage) -> String? {
    guard let report = CrashReport(page.crash), let watched = WatchedPlugins(page) else {
      return nil
    }
    return ProgramFailure(plugins: watched.plugins, report: report).identifier
  }

  /// Ends this process in the same way as the program ended.
  ///
  /// - Parameters:
  ///   - unfinished: The status to use if a plugin ended the program.
  ///   - success: The status to use if the program was successful.
  package func finish(unfinished: Int32, success: Int32 = 0) -> Never {
    switch cause {
    case .status(0): exit(success)
    case .status(let status): exit(status)
    case .unfinished: exit(unfinished)
    case .signal(let signal):
      cprobe_end_by(signal)
      // A signal that ends no process.
      exit(128 + signal)
    }
  }

  private static func words(_ milliseconds: Int) -> String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }

  private static let crashSignals: Set<Int32> = [
    SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS,
  ]
}
