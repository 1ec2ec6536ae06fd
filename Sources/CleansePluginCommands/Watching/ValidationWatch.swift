import CleansePluginHost
import CleanseSupport
import CleanseFindingReports
import CleanseSupervision
import CleanseProcesses

/// `host validate --watch`: validates again when a file of the plugins or the settings changes, until it is interrupted.
///
/// Each validation results in a ``WatchOutcome``. Two of them make a ``WatchResult``, with the ``FindingChanges`` between
/// them and the files of ``WatchedPaths`` that differ.
struct ValidationWatch {
  private let arguments: ParsedArguments
  private let context: CommandContext
  private let format: ReportFormat

  /// After the last event of a change, in nanoseconds: a compiler writes a file in several steps.
  private static let quietTime: UInt64 = 20_000_000

  /// - Throws: A ``UsageError`` for options that a watch does not have.
  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    for option in [Option.output, .updateBaseline] where arguments.contains(option) {
      throw UsageError(
        "options --watch and --\(option.name) can't be combined", command: ValidateCommand.name)
    }
    let formats = (arguments.values[.reportFormat] ?? ["text"]).compactMap(
      ReportFormat.init(rawValue:))
    guard formats.count == 1, let format = formats.first, format == .text || format == .json else {
      throw UsageError(
        "--watch writes one format, text or json", command: ValidateCommand.name)
    }
    (self.arguments, self.context, self.format) = (arguments, context, format)
  }

  /// Validates, and again after each change.
  ///
  /// - Returns: When the reader of the results has closed the pipe.
  /// - Throws: A `StreamError` if a result can't be written.
  func run() async throws -> ExitStatus {
    let watch = PathWatch(quietTime: Self.quietTime) { WatchedPaths($0).digest }
    var earlier: (paths: WatchedPaths, outcome: WatchOutcome)?
    var polling: String?
    while true {
      let start = ContinuousClock.now
      // Before the files are read, so that no change is missed.
      let paths = WatchedPaths(watchedPaths(earlier?.paths.paths ?? []))
      let outcome = validate()
      let result = WatchResult(
        outcome, after: earlier?.outcome,
        changes: earlier.map { paths.changes(since: $0.paths) } ?? [],
        took: start.duration(to: .now))
      do {
        try write(result)
      } catch let error as StreamError where error.isClosedByReader {
        return .success
      }
      watch.watch(paths.paths, in: paths.digest, now: Clock.nanoseconds())
      if let reason = watch.pollingReason, reason != polling {
        context.report(message: "comparing the files every second: \(reason)")
      }
      polling = watch.pollingReason
      if earlier == nil, context.errorTerminal.isTerminal {
        let present = paths.paths.filter { unsafe access($0, F_OK) == 0 }
        context.report(lines: ["watching \(present.joined(separator: ", ")) (Ctrl-C to stop)"])
      }
      // An error of the settings keeps the findings to compare with.
      earlier = (paths, outcome.run == nil ? earlier?.outcome ?? outcome : outcome)
      wait(for: watch)
    }
  }

  /// Returns when a file has changed.
  private func wait(for watch: PathWatch) {
    while !watch.hasChanged(now: Clock.nanoseconds()) {
      let now = Clock.nanoseconds()
      let timeout = watch.due.map { Int32(clamping: ($0 > now ? $0 - now : 0) / 1_000_000 + 1) }
      var descriptor = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&descriptor, 1, timeout ?? -1)
    }
  }

  private func validate() -> WatchOutcome {
    do {
      var context = context
      context.policy = try Policy(arguments, for: ValidateCommand.name, in: context)
      return .report(try ValidateCommand.report(arguments, in: context).0)
    } catch {
      return .failure(PluginTool.lines(of: error))
    }
  }

  /// The directories and the files of the settings.
  ///
  /// - Parameter last: Those of the last time, for settings that can't be read.
  private func watchedPaths(_ last: [String]) -> [String] {
    guard let policy = try? Policy(arguments, for: ValidateCommand.name, in: context) else {
      return last.isEmpty ? [settingsFile] : last
    }
    let path = PluginPath(operands: arguments.allOperands, policy: policy)
    let settings = arguments.contains(.noConfig) ? nil : policy.file ?? settingsFile
    let files =
      [settings, policy.baseline.value, policy.isLocked.value ? policy.lockFile.value : nil]
      + policy.trustedKeys.value
    var seen: Set<FilePath> = []
    return (path.directories + files.compactMap(\.self)).filter {
      seen.insert(FilePath($0)).inserted
    }
  }

  private var settingsFile: String { arguments.value(of: .config) ?? context.names.policyFile }

  private func write(_ result: WatchResult) throws {
    switch format {
    case .json: try context.streams.output.write(context.names.text(JSONOutput.line(of: result)))
    default:
      try context.streams.output.write(
        context.names.text(
          result.text(for: context.outputTerminal, of: context.names.program)))
    }
  }
}
