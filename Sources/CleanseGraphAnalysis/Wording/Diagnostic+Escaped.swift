import CleanseSupport
package import CleanseGraph

extension Diagnostic {
  /// The finding with control characters in its texts written out. The lines of a fix stay separate.
  package var escaped: Diagnostic {
    var escaped = Diagnostic(
      Code(rawValue: PlainText.escaped(code.rawValue)), severity, PlainText.escaped(message),
      at: location?.escaped, provenance: provenance?.escaped, notes: notes.map(\.escaped),
      fix: fix.map(PlainText.escapedLines))
    escaped.validator = validator.map(PlainText.escaped)
    escaped.validatorOrigin = validatorOrigin.map(PlainText.escaped)
    return escaped
  }
}

extension Diagnostic.Note {
  /// The note with control characters in its texts written out.
  package var escaped: Diagnostic.Note {
    Diagnostic.Note(
      Self.escaped(message), at: location?.escaped, provenance: provenance?.escaped,
      path: path.map(PlainText.escaped))
  }

  /// A line with a caret below it stays two lines; no other note has a second line.
  private static func escaped(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 2, lines[1].drop(while: { $0 == " " }) == "^" else {
      return PlainText.escaped(text)
    }
    return PlainText.escapedLines(text)
  }
}

extension SourceLocation {
  fileprivate var escaped: SourceLocation {
    SourceLocation(
      file: PlainText.escaped(file), path: PlainText.escaped(path), line: line)
  }
}

extension Provenance {
  fileprivate var escaped: Provenance {
    Provenance(
      origin: origin.map(PlainText.escaped), modules: modules.map(PlainText.escaped))
  }
}
