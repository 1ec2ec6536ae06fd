import Cleanse
import CleansePlugin
import CleansePluginHost

/// What a command gets from the process that it runs in, and what a test gives it instead.
struct Surroundings: Sendable {
  var environment: [String: String]
  /// Where the result goes, and what a command of a plugin reads and writes.
  var streams: CommandStreams
  /// What standard output and standard error can show.
  var outputTerminal = Terminal.none
  var errorTerminal = Terminal.none
  /// Lets code of plugins write to standard output by itself, which it can't until then.
  var releaseOutput: @Sendable () throws -> Void = {}

  /// The file of the program, as an absolute path without symbolic links.
  var executable: String?

  /// Loads plugins in processes of their own. A test has none, and so no plugin that can be used.
  var probe = PluginProbe.unavailable(for: HostComponent.self, because: "nothing has started it")

  /// The probe with the limits and the cache that the arguments tell.
  ///
  /// - Throws: A ``UsageError`` for a deadline that is none.
  func probe(_ arguments: ParsedArguments, for command: String) throws(UsageError) -> PluginProbe {
    let policy = CachePolicy(arguments)
    var probe = probe
    probe.cache = policy.cache(environment: environment)
    probe.isRescan = !policy.isReading
    probe.isExercising = arguments.contains(.exercise)
    guard let text = arguments.value(of: .deadline) else { return probe }
    guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
      throw UsageError(
        "option --deadline does not take `\(text)`",
        hints: ["it takes a number of seconds, such as 2 or 0.5"], command: command)
    }
    probe.settings.deadline = .seconds(seconds)
    return probe
  }

  /// Writes a part of the result.
  ///
  /// - Throws: A `StreamError`: a result that nobody gets is a failure.
  func write(_ text: String) throws {
    try streams.output.write(text)
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

  /// Tells lines, each of them made safe to show.
  func tell(lines: [String]) {
    tell(lines.map { PlainText.escaped($0) + "\n" }.joined())
  }
}
