package import CleanseGraph
import CleanseSupport

/// The streams that a command writes to.
package struct OutputStreams {
  /// Writes a part of the result to standard output.
  private let output: (String) throws -> Void
  /// Writes to standard error.
  private let error: (String) -> Void
  private let errorTerminal: Terminal

  /// - Parameters:
  ///   - output: Writes a part of the result to standard output. If the reader has closed the pipe, this is no
  ///     error.
  ///   - error: Writes to standard error, and ignores errors, since they can't be reported anywhere.
  ///   - errorTerminal: The capabilities of standard error.
  package init(
    output: @escaping (String) throws -> Void, error: @escaping (String) -> Void,
    errorTerminal: Terminal
  ) {
    (self.output, self.error, self.errorTerminal) = (output, error, errorTerminal)
  }

  /// Writes a part of the result.
  package func write(_ text: String) throws {
    try output(text)
  }

  /// Reports findings.
  package func report(_ findings: [Diagnostic], as style: DiagnosticText.Style = .paragraphs) {
    error(findings.map { DiagnosticText.of($0, as: style, for: errorTerminal) }.joined())
  }

  /// Reports the output of another program, as it is.
  package func report(output: String) {
    error(output)
  }

  /// Reports lines, each escaped for a terminal.
  package func report(lines: [String]) {
    error(lines.map { PlainText.escaped($0) + "\n" }.joined())
  }
}
