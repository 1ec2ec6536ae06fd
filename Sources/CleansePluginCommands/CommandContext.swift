import CleanseFindingReports
import CleanseGraphAnalysis
import CleansePluginHost
import CleanseSupport
import CleanseSupervision

/// The environment that a command runs in: that of the process, or a substitute in a test.
struct CommandContext: Sendable {
  var environment: [String: String]
  /// The working directory, where the search for a policy file starts; nil for no search.
  var workingDirectory: Result<FilePath, SystemError>?
  /// The effective policy, which the program sets before it starts the command.
  var policy = Policy()
  /// The settings, or why they can't be used, if they were read before this process had a second thread.
  var early: Result<EarlySettings, any Error>?
  /// The copy of the plugins, in a worker process.
  var servedSet: ServedSet? { try? early?.get().set }
  /// Whether this process may do only what the permissions of the policy list, or what it uses is recorded.
  var isConfined = false
  /// Whether it may do only what the permissions list.
  var enforcesPermissions = false
  /// The streams for the result, and for the commands of plugins.
  var streams: CommandStreams
  /// The capabilities of standard output and standard error.
  var outputTerminal = Terminal.none
  var errorTerminal = Terminal.none
  /// Lets code of plugins write directly to standard output, which is blocked until then.
  var releaseOutput: @Sendable () throws -> Void = {}

  /// The tool with the application that plugins extend.
  var tool: PluginTool
  /// Whether the user can correct settings with options of the tool, such as `--set`.
  var hasOptions = true
  /// The absolute path of the program's file, without symbolic links.
  var executable: String?

  /// Loads plugins in separate processes.
  var probe: PluginProbe
  /// The process that watches this one, if any.
  var watch: ProgramWatch?
  /// The connection to the supervisor, in a worker process.
  var worker: SupervisedWorker?
  /// Whether the process ends after the command.
  var endsProcess = false
  /// The messages that are reported once.
  private let messages = ReportedMessages()

  /// Keeps a value that nothing needs any more, if the process ends after the command: to free a large graph takes a sixth of
  /// the time of its validation.
  func keepUntilExit(_ value: some Sendable) {
    if endsProcess { Self.kept.withLock { $0.append(value) } }
  }

  private static let kept = TrackedMutex<[any Sendable]>([])

  /// Returns the probe with the limits of the policy and the cache that the arguments select.
  func probe(_ arguments: ParsedArguments) -> PluginProbe {
    var probe = probe
    // A confined process neither reads nor writes it: plugins could do so as well.
    let usesCache = !arguments.contains(.noCache) && !isConfined
    probe.cache = usesCache ? cache : nil
    probe.isRescan = arguments.contains(.rescan)
    probe.isExercising = arguments.contains(.exercise)
    probe.settings.deadline = .seconds(policy.deadline.value)
    probe.settings.sandbox = policy.sandbox.value
    probe.settings.grants = policy.sandboxGrants
    return probe
  }

  /// The cache of the user; nil if none can be used. A command works without it, and `host cache info` shows the reason.
  private var cache: OutcomeCache? {
    do throws(OutcomeCacheError) {
      return try OutcomeCache(environment: environment)
    } catch {
      let message = "the cache is not used: \(error)"
      if error.isUnsafe, messages.isNew(message) { report(message: message, hints: [error.fix]) }
      return nil
    }
  }

  /// The validators of the application, and that of the islands which the policy has.
  var serviceLoader: CleanseServiceLoader {
    guard !policy.islands.isEmpty else { return tool.serviceLoader }
    return tool.serviceLoader.adding(IslandBoundary(policy.islands.mapValues(\.value.plugins)))
  }

  /// The names of the tool in texts.
  var names: ToolNames { tool.names }

  /// Writes a part of the result. If the reader has closed the pipe, the command continues.
  ///
  /// - Throws: A `StreamError` if the result is lost for another reason.
  func write(_ text: String) throws {
    try outputStreams.write(text)
  }

  /// Writes the result to standard output or a file.
  func write(_ text: String, to file: OutputFile) throws {
    try outputStreams.write([(file, text)])
  }

  /// Reports something to the user that is not part of the result.
  ///
  /// Errors are ignored: they can't be reported anywhere, and the exit status still shows the outcome.
  func report(_ text: String) {
    try? streams.error.write(names.text(text))
  }

  /// Reports a message of the tool, in one line without a full stop, and further lines.
  func report(message: String, hints: [String] = []) {
    report(lines: CommandFailure(message, hints: hints).lines(for: names.program))
  }

  /// The streams for a report of findings.
  var outputStreams: OutputStreams {
    let streams = streams
    return OutputStreams(
      output: { text in
        do {
          try streams.output.write(text)
        } catch let error as StreamError where error.isClosedByReader {}
      }, error: { try? streams.error.write($0) }, errorTerminal: errorTerminal,
      naming: names.text)
  }

  /// Reports findings about plugins.
  func report(_ diagnostics: [Diagnostic]) {
    outputStreams.report(diagnostics.map { ReportedFinding($0) }.limited().new)
  }

  /// Reports the number of ignored findings of the plugins, if there are any.
  func report(ignored plugins: [PluginEntry]) {
    let count = plugins.compactMap(\.ignored).reduce(0, +)
    guard count > 0 else { return }
    report(message: "\(count) finding\(count == 1 ? "" : "s") ignored")
  }

  /// Reports lines, each escaped for a terminal.
  func report(lines: [String]) {
    outputStreams.report(lines: lines)
  }
}
