import CleansePluginHost
import CleanseSupport
import Glibc

extension HostProgram {
  /// What the program has before its first task runs.
  public struct Preparation: Sendable {
    let probe: PluginProbe
    let watch: ProgramWatch?
  }

  /// Prepares the process's standard streams, and starts what loads plugins in other processes where
  /// the arguments name a command that does; to be called before any task exists. It ends the process
  /// where the system leaves it too little to run at all.
  ///
  /// A command that loads plugins into its process runs in a copy of this one. This one then never returns
  /// from here, and ends as the copy has ended.
  ///
  /// - Returns: What ``main(arguments:application:preparation:)`` needs of it.
  public static func prepare(arguments: [String], for application: Application) -> Preparation {
    StandardStreams.prepare()
    // First of all: what comes next may already need more than there is.
    end(onShortage: SystemShortage.ofMemory())
    let command = Subcommands.all.first { $0.name == arguments.first }
    let loadsPlugins = command?.loadsPlugins ?? false
    // Ahead of the probe, which opens some itself.
    end(onShortage: SystemShortage.ofDescriptors(loadsPlugins: loadsPlugins))
    // The first of all processes, which then is the parent of all others.
    let watch = command?.isWatched == true ? watch() : nil
    let probe = probe(of: application, loadsPlugins: loadsPlugins)
    // After the probe, which starts ahead of the first thread.
    end(onShortage: SystemShortage.ofThreads())
    return Preparation(probe: probe, watch: watch)
  }

  /// Goes on in a copy of this process; nil under a debugger.
  private static func watch() -> ProgramWatch? {
    do throws(PluginProbeError) {
      switch try ProgramWatch.start() {
      case nil: return nil
      case .program(let watch): return watch
      case .watcher(let end): finish(as: end)
      }
    } catch {
      end(onShortage: error.description)
      return nil
    }
  }

  /// Reports what went wrong with a program that was watched, and ends as that has ended.
  private static func finish(as end: ProgramEnd) -> Never {
    let terminal = Terminal(descriptor: STDERR_FILENO, environment: environment())
    let text =
      end.findings.map { DiagnosticText.of($0, for: terminal) }.joined()
      + end.lines.map { PlainText.escaped($0) + "\n" }.joined()
    // Where standard error takes nothing, the status is all there is.
    try? FileDescriptorSink(STDERR_FILENO, name: "standard error").write(text)
    end.finish(unfinished: ExitStatus.failure.rawValue)
  }

  private static func end(onShortage shortage: String?) {
    guard let shortage else { return }
    try? FileDescriptorSink(STDERR_FILENO, name: "standard error").write("host: \(shortage)\n")
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

  /// Runs the program in this process, with its streams and its environment.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's own name.
  ///   - application: What the program brings.
  ///   - preparation: What ``prepare(arguments:for:)`` gave for them.
  /// - Returns: The exit status, with which the caller has to end the process at once.
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
      // There may be no descriptor left for anything but this line.
      try? errors.write("host: can't keep its output apart from that of plugins: \(error)\n")
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
    return settled(status, output, context).rawValue
  }

  /// The variables that the program knows.
  private static func environment() -> [String: String] {
    var environment: [String: String] = [:]
    let names =
      [PluginPath.variable, SelftestCommand.variable, "COLUMNS", "NO_COLOR", "PATH", "TERM"]
      + VerdictCache.variables
    for name in names {
      if let value = unsafe getenv(name) { environment[name] = unsafe String(cString: value) }
    }
    return environment
  }

  /// The file that this process runs.
  private static func executable() -> String? { SystemPath.resolved("/proc/self/exe") }

  /// The status with which the program ends: output that was lost is never a success, unless nobody reads it.
  private static func settled(
    _ status: ExitStatus, _ output: FileDescriptorSink, _ context: CommandContext
  ) -> ExitStatus {
    // What a plugin printed with `print` may still lie in a buffer.
    let isFlushed = fflush(nil) == 0
    let flushError = SystemError.last
    guard status == .success else { return status }
    if let failure = output.failure, !failure.isClosedByReader {
      context.tell(lines: ["host: \(failure.description)"])
      return .failure
    }
    if !isFlushed, flushError.number != EPIPE {
      context.tell(lines: ["host: can't write to standard output: \(flushError)"])
      return .failure
    }
    return .success
  }
}
