import CleanseFindingReports
import CleansePluginHost
import CleanseGraphAnalysis
import CleanseSupport
import Dispatch
import CleanseSupervision

extension PluginTool {
  /// The arguments of the process without its name: those of `CommandLine`, which has none in a system without `/proc`.
  public static var arguments: [String] { Array(ProcessArguments.all.dropFirst()) }

  /// Runs the command that the arguments name, and ends the process with its exit status: 0 for success, 1 for findings, 2
  /// for a wrong command line, and 3 if the tool itself failed.
  ///
  /// - Parameter arguments: The name of the command and its arguments.
  public func run(_ arguments: [String] = PluginTool.arguments) -> Never {
    let preparation = prepare(arguments)
    Task.detached {
      exit(await finish(arguments, preparation))
    }
    dispatchMain()
  }

  /// Runs the command that the arguments name, and ends the process with its exit status. For an asynchronous `main`, which
  /// has to call it before anything that starts a task or a thread.
  ///
  /// - Parameter arguments: The name of the command and its arguments.
  // On the caller's executor, because the task runtime starts threads to change to another.
  nonisolated(nonsending) public func run(
    _ arguments: [String] = PluginTool.arguments
  ) async -> Never {
    let preparation = prepare(arguments)
    exit(await finish(arguments, preparation))
  }

  /// The resources that the program acquires before its first task runs.
  private struct Preparation: Sendable {
    let probe: PluginProbe
    let watch: ProgramWatch?
    let worker: SupervisedWorker?
    /// The settings, or why they can't be used, of a command that runs plugins in this process.
    let settings: Result<EarlySettings, any Error>?
  }

  /// Prepares the standard streams of the process, and starts the probe if the arguments name a command that
  /// loads plugins. It exits the process if the library of the framework is not the program's own, if there are other
  /// threads, or if the system's limits are too low to run at all.
  ///
  /// A command that loads plugins into its own process runs in a copy of this process. In the original, this
  /// function never returns; the original exits with the status of the copy.
  private func prepare(_ arguments: [String]) -> Preparation {
    PluginProbe.serve(for: component)
    // A program with several components can get here in the process that is executed for the plugins of another one.
    guard !PluginProbe.isServing else { exit(ExitStatus.failure.rawValue) }
    // Before the first task: the task runtime opens descriptors, and one of them would take the place of a
    // standard stream that the caller has closed.
    StandardStreams.prepare()
    // First, since the next steps may already need more memory than is available.
    end(because: SystemShortage.ofMemory())
    let command = commands.first { $0.name == arguments.first }
    let loadsPlugins = command?.loadsPlugins ?? false
    // Before anything that reads /proc, such as Swift's runtime.
    if loadsPlugins { end(because: SystemShortage.ofSystem()) }
    end(because: Self.replacedRuntime())
    // Before the probe, which opens descriptors itself.
    end(because: SystemShortage.ofDescriptors(loadsPlugins: loadsPlugins))
    if loadsPlugins { end(because: Self.otherThreads(calling: "run")) }
    // Before any other process starts, since the watcher has to be the parent of all of them.
    var watch = command?.isWatched == true ? watched(arguments) : nil
    let worker = command?.supervised.flatMap { supervised($0, arguments) }
    if let worker { watch = worker.watch }
    // An island is a part of a set that was validated as a whole.
    let probe = probe(loadsPlugins: loadsPlugins && worker?.set.island == nil, arguments)
    // After the probe, and before the first thread, which would not be confined.
    let settings = confine(
      for: arguments, through: probe, over: worker?.connection ?? watch?.connection, in: worker)
    end(because: SystemShortage.ofThreads(), in: worker)
    return Preparation(probe: probe, watch: watch, worker: worker, settings: settings)
  }

  /// Supervises copies of this process, and returns in each of them; nil if the command line is wrong, or requests help.
  private func supervised(
    _ command: any SupervisedCommand.Type, _ arguments: [String]
  ) -> SupervisedWorker? {
    do throws(UsageError) {
      let parsed = try parser(of: command).parse(Array(arguments.dropFirst()))
      guard !parsed.contains(.help) else { return nil }
      let settings = try command.settings(parsed, environment: Self.environment(), names)
      createTrace(of: command, parsed)
      return Supervisor.run(settings)
    } catch {
      end(error)
    }
  }

  /// Creates the trace file that the workers add to; exits if it can't be created.
  private func createTrace(of command: any SupervisedCommand.Type, _ arguments: ParsedArguments) {
    // Another program that this one is to replace has created it.
    guard let path = arguments.value(of: .trace), !Supervisor.replacesProgram else { return }
    do throws(CommandFailure) {
      _ = try TraceFile.opened(
        path, ofProcess: "\(names.name) \(command.name)", replacing: true)
    } catch {
      end(because: ([error.message] + error.hints).joined(separator: "\n  "))
    }
  }

  /// Reports a wrong command line, and exits.
  private func end(_ error: UsageError) -> Never {
    let lines = error.lines(for: names.program).map { PlainText.escaped($0) + "\n" }.joined()
    try? FileDescriptorSink(STDERR_FILENO, name: "standard error").write(names.text(lines))
    exit(ExitStatus.usage.rawValue)
  }

  /// Continues in a copy of this process; nil under a debugger.
  private func watched(_ arguments: [String]) -> ProgramWatch? {
    do throws(PluginProbeError) {
      switch try ProgramWatch.start() {
      case nil: return nil
      case .program(let watch): return watch
      case .watcher(let end): finish(as: end, arguments)
      }
    } catch {
      end(because: error.description)
      return nil
    }
  }

  /// Reports the errors of the watched program, and exits with its status.
  private func finish(as end: ProgramEnd, _ arguments: [String]) -> Never {
    report(end)
    var success = ExitStatus.success
    // Where no plugin was loaded, the permissions of an earlier run are kept.
    if let recorded = end.recorded, end.hasLoadedPlugins,
      let file = PermissionsFile(for: arguments, of: commands)
    {
      let result = file.write(recorded)
      for line in result.lines {
        try? FileDescriptorSink(STDERR_FILENO, name: "standard error")
          .write(names.text("\(names.name): \(PlainText.escaped(line))\n"))
      }
      if !result.isWritten { success = .failure }
    }
    end.finish(unfinished: ExitStatus.failure.rawValue, success: success.rawValue)
  }

  /// Reports the errors of another process of the program.
  private func report(_ end: ProgramEnd) {
    let terminal = Terminal(descriptor: STDERR_FILENO, environment: Self.environment())
    let text =
      DiagnosticText.of(end.findings, for: terminal)
      + (end.lines.isEmpty ? "" : "\(names.name): ")
      + end.lines.map { PlainText.escaped($0) + "\n" }.joined()
      + end.refusals.map { "\(names.name): \(PlainText.escaped($0))\n" }.joined()
    // If standard error can't be written, the status is the only report.
    try? FileDescriptorSink(STDERR_FILENO, name: "standard error").write(names.text(text))
  }

  /// The reason why plugins can't be loaded in other processes: the threads of this one.
  ///
  /// - Parameter function: The function that was called too late.
  static func otherThreads(calling function: String) -> String? {
    let others = PluginProbe.threads - 1
    guard others > 0 else { return nil }
    return """
      can't load plugins: the process has \(others) other thread\(others == 1 ? "" : "s") already
        call `PluginTool.\(function)` at the beginning of `main`, before anything that starts a task or a thread
      """
  }

  /// The reason why the program can't work: the environment replaced the library of the framework by that of another
  /// build, whose declarations beyond the ABI may differ.
  private static func replacedRuntime() -> String? {
    let names = ["LD_PRELOAD", "LD_LIBRARY_PATH"]
    guard names.contains(where: { unsafe getenv($0) != nil }),
      let replaced = ReplacedRuntime.current()
    else { return nil }
    return
      "the environment replaces the program's own \(replaced.own) by \(replaced.loaded), which is of another build "
      + "(check \(names.joined(separator: " and ")))"
  }

  private func end(because reason: String?, in worker: SupervisedWorker? = nil) {
    guard let reason else { return }
    if let worker {
      worker.log(LogRecord(.startFailed, reason.split(separator: "\n").map(String.init)))
    } else {
      try? FileDescriptorSink(STDERR_FILENO, name: "standard error").write(
        "\(names.name): \(reason)\n")
    }
    exit(ExitStatus.failure.rawValue)
  }

  private func probe(loadsPlugins: Bool, _ arguments: [String]) -> PluginProbe {
    guard loadsPlugins else {
      return .unavailable(for: component, because: "this command loads no plugins")
    }
    do throws(PluginProbeError) {
      return try PluginProbe.start(
        for: component, droppingArguments: Self.laterArguments(arguments))
    } catch {
      return .unavailable(for: component, because: error.description)
    }
  }

  /// The number of arguments after the name of the command, if they are the last ones of the process: the processes that load
  /// plugins do not need them.
  private static func laterArguments(_ arguments: [String]) -> Int {
    let all = ProcessArguments.all
    guard all.count > arguments.count, all.suffix(arguments.count) == arguments[...] else {
      return 0
    }
    return max(0, arguments.count - 1)
  }

  /// Runs the program in this process, with the streams and the environment of the process.
  ///
  /// - Returns: The exit status. The caller has to exit the process with it at once.
  private func finish(_ arguments: [String], _ preparation: Preparation) async -> Int32 {
    let status = await status(arguments, preparation)
    preparation.watch?.end(with: status)
    return status
  }

  private func status(_ arguments: [String], _ preparation: Preparation) async -> Int32 {
    let environment = Self.environment()
    let errors: any ByteSink =
      preparation.worker.map { WorkerErrors($0) as any ByteSink }
      ?? FileDescriptorSink(STDERR_FILENO, name: "standard error")
    let guarded: OutputGuard
    do {
      guarded = try OutputGuard()
    } catch {
      // There may be no descriptor left for anything else.
      try? errors.write("\(names.name): can't separate its output from that of plugins: \(error)\n")
      return ExitStatus.failure.rawValue
    }
    let output = FileDescriptorSink(guarded.output, name: "standard output")
    var context = CommandContext(
      environment: environment, workingDirectory: PolicySearch.workingDirectory(),
      streams: CommandStreams(
        input: FileDescriptorSource(STDIN_FILENO, name: "standard input"), output: output,
        error: errors),
      outputTerminal: Terminal(descriptor: guarded.output, environment: environment),
      errorTerminal: Terminal(descriptor: STDERR_FILENO, environment: environment),
      releaseOutput: { try guarded.release() }, tool: self,
      executable: Self.executable(), probe: preparation.probe, watch: preparation.watch,
      worker: preparation.worker)
    context.early = preparation.settings
    context.endsProcess = true
    let status = await Self.execute(arguments, in: context)
    // They remove their directories, which they would do only a moment after the program has ended.
    preparation.probe.end()
    return Self.finalStatus(status, output, context).rawValue
  }

  /// The environment variables that the program reads.
  static func environment() -> [String: String] {
    let names =
      ["COLUMNS", "NO_COLOR", "PATH", "TERM", DebugInformation.variable]
      + [PluginPath.variable, MachineChecks.temporaryVariable, SourceDate.variable]
      + ProjectBuild.variables + DebianMaintainer.variables + OutcomeCache.variables
      + ControlPath.variables + StateDirectory.variables
    return ProcessVariables.values { name in
      names.contains(name) || name.hasPrefix(PluginConfiguration.variablePrefix)
        // The dynamic linker reads these, and they decide which libraries plugins get.
        || name.hasPrefix("LD_") || name == "GLIBC_TUNABLES"
    }
  }

  /// The path of this process's executable.
  private static func executable() -> String? { SystemPath.resolved("/proc/self/exe") }

  /// The final exit status: lost output is never a success, unless the reader closed the pipe.
  private static func finalStatus(
    _ status: ExitStatus, _ output: FileDescriptorSink, _ context: CommandContext
  ) -> ExitStatus {
    // Output that a plugin wrote with `print` may still be buffered.
    let isFlushed = fflush(nil) == 0
    let flushError = SystemError.last
    guard status == .success else { return status }
    if let failure = output.failure, !failure.isClosedByReader {
      context.report(message: "\(failure.description)")
      return .failure
    }
    if !isFlushed, flushError.number != EPIPE {
      context.report(message: "can't write to standard output: \(flushError)")
      return .failure
    }
    return .success
  }
}
