import CleansePlugin
import CleansePluginHost
import Glibc

extension HostProgram {
  /// Prepares the process's standard streams; to be called before any task exists.
  public static func prepare() {
    StandardStreams.prepare()
  }

  /// Runs the program in this process, with its streams and its environment.
  ///
  /// The process has to be prepared by ``prepare()``.
  ///
  /// - Parameter arguments: Without the program's own name.
  /// - Returns: The exit status.
  public static func main(arguments: [String]) async -> Int32 {
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
    let surroundings = Surroundings(
      environment: environment,
      streams: CommandStreams(
        input: FileDescriptorSource(STDIN_FILENO, name: "standard input"), output: output,
        error: errors),
      outputTerminal: Terminal(descriptor: guarded.output, environment: environment),
      errorTerminal: Terminal(descriptor: STDERR_FILENO, environment: environment),
      releaseOutput: { try guarded.release() })
    let status = await run(arguments, in: surroundings)
    return settled(status, output, surroundings).rawValue
  }

  /// The variables that the program knows.
  private static func environment() -> [String: String] {
    var environment: [String: String] = [:]
    let names = [PluginPath.variable, "COLUMNS", "NO_COLOR", "TERM"] + VerdictCache.variables
    for name in names {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    return environment
  }

  /// The status with which the program ends: output that was lost is never a success.
  private static func settled(
    _ status: ExitStatus, _ output: FileDescriptorSink, _ surroundings: Surroundings
  ) -> ExitStatus {
    // What a plugin printed with `print` may still lie in a buffer.
    let isFlushed = fflush(nil) == 0
    let flushError = SystemError.last
    guard status == .success else { return status }
    if let failure = output.failure {
      if !failure.isClosedByReader { surroundings.tell(lines: ["host: \(failure.description)"]) }
      return .failure
    }
    if !isFlushed {
      surroundings.tell(lines: ["host: can't write to standard output: \(flushError)"])
      return .failure
    }
    return .success
  }
}
