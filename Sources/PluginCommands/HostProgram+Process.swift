import FindingReports
import CleansePluginHost
import CleanseSupport
import FoundationEssentials
import Glibc

extension HostProgram {
  /// The resources that the program acquires before its first task runs.
  public struct Preparation: Sendable {
    let probe: PluginProbe
    let watch: ProgramWatch?
  }

  /// Prepares the standard streams of the process, and starts the probe if the arguments name a command that
  /// loads plugins. Call this before any task exists. It exits the process if the library of the framework is not the program's own, or the system's limits are too low
  /// to run at all.
  ///
  /// A command that loads plugins into its own process runs in a copy of this process. In the original, this
  /// function never returns; the original exits with the status of the copy.
  ///
  /// - Returns: The preparation to pass to ``main(arguments:application:preparation:)``.
  public static func prepare(arguments: [String], for application: Application) -> Preparation {
    StandardStreams.prepare()
    // First, since the next steps may already need more memory than is available.
    end(because: SystemShortage.ofMemory())
    end(because: replacedRuntime())
    let command = Subcommands.all.first { $0.name == arguments.first }
    let loadsPlugins = command?.loadsPlugins ?? false
    // Before the probe, which opens descriptors itself.
    end(because: SystemShortage.ofDescriptors(loadsPlugins: loadsPlugins))
    // Before any other process starts, since the watcher has to be the parent of all of them.
    let watch = command?.isWatched == true ? watch() : nil
    let probe = probe(of: application, loadsPlugins: loadsPlugins)
    // After the probe, which has to start before the first thread.
    end(because: SystemShortage.ofThreads())
    return Preparation(probe: probe, watch: watch)
  }

  /// Continues in a copy of this process; nil under a debugger.
  private static func watch() -> ProgramWatch? {
    do throws(PluginProbeError) {
      switch try ProgramWatch.start() {
      case nil: return nil
      case .program(let watch): return watch
      case .watcher(let end): finish(as: end)
      }
    } catch {
      end(because: error.description)
      return nil
    }
  }

  /// Reports the errors of the watched program, and exits with its status.
  private static func finish(as end: ProgramEnd) -> Never {
    let terminal = Terminal(descriptor: STDERR_FILENO, environment: environment())
    let text =
      end.findings.map { DiagnosticText.of($0, for: terminal) }.joined()
      + end.lines.map { PlainText.escaped($0) + "\n" }.joined()
    // If standard error can't be written, the status is the only report.
    try? FileDescriptorSink(STDERR_FILENO, name: "standard error").write(text)
    end.finish(unfinished: ExitStatus.failure.rawValue)
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

  private static func end(because reason: String?) {
    guard let reason else { return }
    try? FileDescriptorSink(STDERR_FILENO, name: "standard error").write("host: \(reason)\n")
    exit(ExitStatus.failure.rawValue)
  }

  private static func probe(of application: Application, loadsPlugins: Bool) -> PluginProbe {
    guard loadsPlugins else {
      return application.unavailableProbe("this command loads no plugins")
    }
    do throws(PluginProbeError) {
      return try application.startProbe()
    } catch {
      return application.unavailableProbe(error.description)
    }
  }

  /// Runs the program in this process, with the streams and the environment of the process.
  ///
  /// - Parameters:
  ///   - arguments: The command-line arguments without the program's name.
  ///   - application: The application that plugins extend.
  ///   - preparation: The result of ``prepare(arguments:for:)`` for the arguments.
  /// - Returns: The exit status. The caller has to exit the process with it at once.
  public static func main(
    arguments: [String], application: Application, preparation: Preparation
  ) async -> Int32 {
    let status = await status(arguments, application, preparation)
    preparation.watch?.end(with: status)
    return status
  }

  private static func status(
    _ arguments: [String], _ application: Application, _ preparation: Preparation
  ) async -> Int32 {
    let environment = environment()
    let errors = FileDescriptorSink(STDERR_FILENO, name: "standard error")
    let guarded: OutputGuard
    do {
      guarded = try OutputGuard()
    } catch {
      // There may be no descriptor left for anything else.
      try? errors.write("host: can't separate its output from that of plugins: \(error)\n")
      return ExitStatus.failure.rawValue
    }
    let output = FileDescriptorSink(guarded.output, name: "standard output")
    let context = CommandContext(
      environment: environment, workingDirectory: PolicySearch.workingDirectory(),
      streams: CommandStreams(
        input: FileDescriptorSource(STDIN_FILENO, name: "standard input"), output: output,
        error: errors),
      outputTerminal: Terminal(descriptor: guarded.output, environment: environment),
      errorTerminal: Terminal(descriptor: STDERR_FILENO, environment: environment),
      releaseOutput: { try guarded.release() }, application: application,
      executable: executable(), probe: preparation.probe, watch: preparation.watch)
    let status = await run(arguments, in: context)
    return finalStatus(status, output, context).rawValue
  }

  /// The environment variables that the program reads.
  private static func environment() -> [String: String] {
    let names =
      [PluginPath.variable, SelftestCommand.variable, "COLUMNS", "NO_COLOR", "PATH", "TERM"]
      + VerdictCache.variables
    let all = ProcessInfo.processInfo.environment
    return all.filter { name, _ in
      names.contains(name) || name.hasPrefix(PluginConfiguration.variablePrefix)
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
      context.report(lines: ["host: \(failure.description)"])
      return .failure
    }
    if !isFlushed, flushError.number != EPIPE {
      context.report(lines: ["host: can't write to standard output: \(flushError)"])
      return .failure
    }
    return .success
  }
}
