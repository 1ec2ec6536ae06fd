import CleanseGraphAnalysis
import CleanseGraph
import CleanseSupport

/// A finding as the page shows it.
struct PageFinding: Encodable {
  struct Note: Encodable {
    let message: String
    let location: String?
    let origin: String?
    /// The path from the root to the binding.
    let path: [String]?
  }

  let severity: Diagnostic.Severity
  let code: String
  let message: String
  let location: String?
  let origin: String?
  let notes: [Note]?
  let fix: String?
  /// The ids of the boxes and frames that it is about, the main one first.
  let places: [String]?

  /// - Parameter ends: The dependent of each arrow, to which a finding about the arrow links.
  init(_ finding: GraphDrawing.Finding, ends: [String: String]) {
    let diagnostic = finding.diagnostic.abbreviated.escaped
    severity = diagnostic.severity
    code = diagnostic.code.rawValue
    message = diagnostic.message
    location = diagnostic.location?.description
    origin = diagnostic.provenance?.origin
    notes = diagnostic.notes.isEmpty ? nil : diagnostic.notes.map(Note.init)
    fix = diagnostic.fix
    let places = finding.places.map { ends[$0] ?? $0 }.distinct()
    self.places = places.isEmpty ? nil : places
  }
}

extension PageFinding.Note {
  fileprivate init(_ note: Diagnostic.Note) {
    message = note.message
    location = note.location?.description
    origin = note.provenance?.origin
    path = note.path.isEmpty ? nil : note.path
  }
}
