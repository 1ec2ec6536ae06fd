internal import CleanseSupport

extension Diagnostic {
  /// The finding of a plugin as it is kept: a text that is far too long is cut, so that the plugin can't exhaust the memory of
  /// the host.
  package var kept: Diagnostic {
    var kept = self
    kept.message = Self.kept(message)
    kept.location = location.map(Abbreviation.location)
    kept.notes = notes.map(\.kept)
    kept.fix = fix.map(Self.kept)
    kept.arguments = arguments.map { Argument($0.name, Self.kept($0.value)) }
    return kept
  }

  fileprivate static func kept(_ text: String) -> String {
    text.cut(to: Abbreviation.longestKept)
  }
}

extension Diagnostic.Note {
  fileprivate var kept: Diagnostic.Note {
    Diagnostic.Note(
      Diagnostic.kept(message), at: location.map(Abbreviation.location), provenance: provenance,
      path: path.map(Diagnostic.kept))
  }
}
