extension Diagnostic: CustomStringConvertible {
  /// The finding as text, in a fixed order: the message, its location, the notes, the fix. The middle of a long list or name is
  /// left out.
  public var description: String { abbreviated.text }

  private var text: String {
    var lines = ["\(severity.rawValue): \(message) [\(code.rawValue)]"]
    if let origin = Self.origin(location, provenance) {
      lines.append("  \(origin)")
    }
    if let reporter { lines.append("  reported by \(reporter)") }
    for note in notes {
      let text = note.message.split(separator: "\n", omittingEmptySubsequences: false)
      lines.append("  - " + text.joined(separator: "\n    "))
      if let origin = Self.origin(note.location, note.provenance) {
        lines.append("      \(origin)")
      }
      if !note.path.isEmpty {
        lines.append("      from the root: \(note.path.joined(separator: " → "))")
      }
    }
    if let fix {
      let text = fix.split(separator: "\n", omittingEmptySubsequences: false)
      lines.append("  fix: " + text.joined(separator: "\n          "))
    }
    return lines.joined(separator: "\n")
  }

  /// The validator of a plugin that reported the finding, as part of a sentence; nil if none did.
  package var reporter: String? {
    validatorOrigin.map { plugin in
      "\(validator.map { "the validator \($0)" } ?? "a validator") of \(plugin)"
    }
  }

  private static func origin(_ location: SourceLocation?, _ provenance: Provenance?) -> String? {
    let parts = [location.map { "at \($0)" }, provenance.flatMap(\.phrase)].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
