package import CleanseGraph
import CleanseSupport

/// The streams that a command writes to.
package struct OutputStreams {
  /// Writes a part of the result to standard output.
  private let output: (String) throws -> Void
  /// Writes to standard error.
  private let error: (String) -> Void
  private let errorTerminal: Terminal
  /// Replaces the names of programs in texts.
  private let naming: (String) -> String

  /// - Parameters:
  ///   - output: Writes a part of the result to standard output. If the reader has closed the pipe, this is no
  ///     error.
  ///   - error: Writes to standard error, and ignores errors, since they can't be reported anywhere.
  ///   - errorTerminal: The capabilities of standard error.
  ///   - naming: Replaces the names of programs in texts, if the program has other names than these say.
  package init(
    output: @escaping (String) throws -> Void, error: @escaping (String) -> Void,
    errorTerminal: Terminal, naming: @escaping (String) -> String = { $0 }
  ) {
    (self.output, self.error, self.errorTerminal) = (output, error, errorTerminal)
    self.naming = naming
  }

  /// Writes a part of the result.
  package func write(_ text: String) throws {
    try output(naming(text))
  }

  /// Writes several results of one run: files completely or not at all, then streams.
  package func write(_ results: [(file: OutputFile, text: String)]) throws {
    try OutputFile.write(results.map { ($0.file, naming($0.text)) }, output: output)
  }

  /// Reports findings.
  package func report(_ findings: [Diagnostic], as style: DiagnosticText.Style = .paragraphs) {
    error(naming(DiagnosticText.of(findings, as: style, for: errorTerminal)))
  }

  /// Reports the output of another program, as it is.
  package func report(output: String) {
    error(output)
  }

  /// Reports lines, each escaped for a terminal.
  package func report(lines: [String]) {
    error(naming(lines.map { PlainText.escaped($0) + "\n" }.joined()))
  }
}
