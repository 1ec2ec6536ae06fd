import GraphAnalysis
package import CleanseGraph

/// Renders diagnostics for a terminal.
package enum DiagnosticText {
  /// Returns the diagnostic as abbreviated, escaped lines that end with a newline, with its severity in colour.
  package static func of(_ diagnostic: Diagnostic, for terminal: Terminal) -> String {
    let plain = diagnostic.abbreviated.escaped
    let text = plain.description
    let word = plain.severity.rawValue
    guard text.hasPrefix(word) else { return text + "\n" }
    return terminal.styled(word, style(of: plain.severity)) + text.dropFirst(word.count) + "\n"
  }

  private static func style(of severity: Diagnostic.Severity) -> Style {
    switch severity {
    case .note: .dim
    case .warning: .yellow
    case .error: .red
    }
  }
}
