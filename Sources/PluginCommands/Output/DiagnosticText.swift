import GraphRendering
import CleanseGraph

/// Shows diagnostics on a terminal.
enum DiagnosticText {
  /// The finding, abbreviated, as lines with a newline at their end, its severity in colour, nothing in it able
  /// to act on the terminal.
  static func of(_ diagnostic: Diagnostic, for terminal: Terminal) -> String {
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
