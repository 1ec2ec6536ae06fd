package import CleanseGraph
import CleanseGraphAnalysis

/// Renders diagnostics for a terminal.
package enum DiagnosticText {
  /// How the parts of a diagnostic are arranged.
  package enum Style {
    /// The message, and indented below it the location, the notes and the fix.
    case paragraphs
    /// As the compiler writes them: each note is a line of its own that begins with its location.
    case compiler
  }

  /// Returns the text of diagnostics. Those that say the same of several plugins are one.
  package static func of(
    _ diagnostics: [Diagnostic], as style: Style = .paragraphs, for terminal: Terminal
  ) -> String {
    diagnostics.joined.map { of($0, as: style, for: terminal) }.joined()
  }

  /// Returns the diagnostic as abbreviated, escaped lines that end with a newline, with its severity in colour.
  package static func of(
    _ diagnostic: Diagnostic, as style: Style = .paragraphs, for terminal: Terminal
  ) -> String {
    let plain = diagnostic.abbreviated.escaped
    if style == .compiler { return lines(plain, terminal) }
    let text = plain.description
    let word = plain.severity.rawValue
    guard text.hasPrefix(word) else { return text + "\n" }
    return colored(plain.severity, terminal) + String(text.dropFirst(word.count)) + "\n"
  }

  private static func lines(_ diagnostic: Diagnostic, _ terminal: Terminal) -> String {
    let origin = diagnostic.provenance?.phrase.map { ", \($0)" } ?? ""
    var text = line(
      at: diagnostic.location, diagnostic.severity,
      "\(diagnostic.message)\(origin) [\(diagnostic.code.rawValue)]", terminal)
    for note in diagnostic.notes {
      let origin = note.provenance?.phrase.map { ", \($0)" } ?? ""
      let path =
        note.path.isEmpty ? "" : ", from the root: \(note.path.joined(separator: " → "))"
      text += line(
        at: note.location ?? diagnostic.location, .note, note.message + origin + path, terminal)
    }
    if let fix = diagnostic.fix {
      text += line(at: diagnostic.location, .note, "fix: \(fix)", terminal)
    }
    return text
  }

  /// A line, and indented below it the further lines of the message.
  private static func line(
    at location: SourceLocation?, _ severity: Diagnostic.Severity, _ message: String,
    _ terminal: Terminal
  ) -> String {
    let place = location.map { "\($0.path.isEmpty ? $0.file : $0.path):\($0.line): " } ?? ""
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    return "\(place)\(colored(severity, terminal)): \(lines.joined(separator: "\n    "))\n"
  }

  private static func colored(
    _ severity: Diagnostic.Severity, _ terminal: Terminal
  ) -> String {
    let color: CleanseFindingReports.Style =
      switch severity {
      case .note: .dim
      case .warning: .yellow
      case .error: .red
      }
    return terminal.styled(severity.rawValue, color)
  }
}
