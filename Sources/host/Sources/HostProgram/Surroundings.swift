import Cleanse
import CleansePlugin

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
