import CleansePluginHost
import CleanseSupport

/// What a command gets from the process that it runs in, and what a test gives it instead.
struct CommandContext: Sendable {
  var environment: [String: String]
  /// Where the process works: a policy file is looked for from there on; nothing for no search.
  var workingDirectory: Result<String, SystemError>?
  /// What is in effect for the command; whoever starts the command tells.
  var policy = Policy()
  /// Where the result goes, and what a command of a plugin reads and writes.
  var streams: CommandStreams
  /// What standard output and standard error can show.
  var outputTerminal = Terminal.none
  var errorTerminal = Terminal.none
  /// Lets code of plugins write to standard output by itself, which it can't until then.
  var releaseOutput: @Sendable () throws -> Void = {}

  /// What the program brings.
  var application: Application
  /// The file of the program, as an absolute path without symbolic links.
  var executable: String?

  /// Loads plugins in processes of their own.
  var probe: PluginProbe
  /// The process that watches this one, where one does.
  var watch: ProgramWatch?

  /// The probe with the limits of the policy and the cache that the arguments tell.
  func probe(_ arguments: ParsedArguments) -> PluginProbe {
    let caching = CachePolicy(arguments)
    var probe = probe
    probe.cache = caching.cache(environment: environment)
    probe.isRescan = !caching.isReading
    probe.isExercising = arguments.contains(.exercise)
    probe.settings.deadline = .seconds(policy.deadline.value)
    return probe
  }

  /// Writes a part of the result. A reader that reads no further has what it wanted, so the command goes on.
  ///
  /// - Throws: A `StreamError`: a result that is lost is a failure.
  func write(_ text: String) throws {
    do {
      try streams.output.write(text)
    } catch let error as StreamError where error.isClosedByReader {}
  }

  /// Tells the user something that is not the result.
  ///
  /// Where standard error takes nothing there is no place left to say so, and the exit status
  /// tells the outcome anyway.
  func tell(_ text: String) {
    try? streams.error.write(text)
  }

  /// Tells what is wrong with plugins.
  func tell(_ diagnostics: [Diagnostic]) {
    tell(diagnostics.map { DiagnosticText.of($0, for: errorTerminal) }.joined())
  }

  /// Tells how many findings of the plugins were left out, if any were.
  func tell(ignored plugins: [PluginEntry]) {
    let count = plugins.compactMap(\.ignored).reduce(0, +)
    guard count > 0 else { return }
    tell(lines: ["host: \(count) finding\(count == 1 ? " is" : "s are") ignored"])
  }

  /// Tells lines, each of them made safe to show.
  func tell(lines: [String]) {
    tell(lines.map { PlainText.escaped($0) + "\n" }.joined())
  }
}
