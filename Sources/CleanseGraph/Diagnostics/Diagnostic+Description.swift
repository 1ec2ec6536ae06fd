extension Diagnostic: CustomStringConvertible {
  /// The finding as text, in a fixed order: what, where, who else is involved, the fix.
  public var description: String {
    var lines = ["\(severity.rawValue): \(message) [\(code.rawValue)]"]
    if let place = Self.place(location, provenance) {
      lines.append("  \(place)")
    }
    for note in notes {
      let text = note.message.split(separator: "\n", omittingEmptySubsequences: false)
      lines.append("  - " + text.joined(separator: "\n    "))
      if let place = Self.place(note.location, note.provenance) {
        lines.append("      \(place)")
      }
      if let path = note.path {
        lines.append("      from the root: \(path.joined(separator: " → "))")
      }
    }
    if let fix {
      let text = fix.split(separator: "\n", omittingEmptySubsequences: false)
      lines.append("  fix: " + text.joined(separator: "\n          "))
    }
    return lines.joined(separator: "\n")
  }

  private static func place(_ location: SourceLocation?, _ provenance: Provenance?) -> String? {
    let parts = [location.map { "at \($0)" }, provenance.flatMap(\.phrase)].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
