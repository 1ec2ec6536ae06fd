import CleanseGraph

/// Shows diagnostics on a terminal.
enum DiagnosticText {
  /// The finding as lines with a newline at their end, its severity in colour, nothing in it able
  /// to act on the terminal.
  static func of(_ diagnostic: Diagnostic, for terminal: Terminal) -> String {
    let plain = escaped(diagnostic)
    let text = plain.description
    let word = plain.severity.rawValue
    guard text.hasPrefix(word) else { return text + "\n" }
    return terminal.styled(word, style(of: plain.severity)) + text.dropFirst(word.count) + "\n"
  }

  /// The same finding with every text in it escaped; the lines of a remedy stay lines.
  static func escaped(_ diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic(
      Diagnostic.Code(rawValue: PlainText.escaped(diagnostic.code.rawValue)), diagnostic.severity,
      PlainText.escaped(diagnostic.message), at: diagnostic.location.map(escaped),
      provenance: diagnostic.provenance.map(escaped),
      notes: diagnostic.notes.map(escaped),
      remedy: diagnostic.remedy.map(PlainText.escapedLines))
  }

  /// The note with every text in it escaped.
  static func escaped(_ note: Diagnostic.Note) -> Diagnostic.Note {
    Diagnostic.Note(
      escapedNote(note.message), at: note.location.map(escaped),
      provenance: note.provenance.map(escaped),
      path: note.path.map { $0.map(PlainText.escaped) })
  }

  /// A line with a caret below stays two lines; no other note can have a second one.
  private static func escapedNote(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 2, lines[1].drop(while: { $0 == " " }) == "^" else {
      return PlainText.escaped(text)
    }
    return PlainText.escapedLines(text)
  }

  private static func escaped(_ location: SourceLocation) -> SourceLocation {
    SourceLocation(
      file: PlainText.escaped(location.file), path: PlainText.escaped(location.path),
      line: location.line)
  }

  private static func escaped(_ provenance: Provenance) -> Provenance {
    Provenance(
      origin: provenance.origin.map(PlainText.escaped),
      modules: provenance.modules.map(PlainText.escaped))
  }

  private static func style(of severity: Diagnostic.Severity) -> Style {
    switch severity {
    case .note: .dim
    case .warning: .yellow
    case .error: .red
    }
  }
}
