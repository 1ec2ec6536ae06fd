extension Diagnostic {
  /// The finding as it is shown: the beginning and the end of long lists and texts, with how much is between them.
  ///
  /// Code that searches the notes for plugins or bindings at fault, or that compares arguments, must read the finding itself.
  package var abbreviated: Diagnostic {
    var shown = self
    shown.message = Abbreviation.text(message)
    shown.location = location.map(Abbreviation.location)
    shown.provenance = provenance?.abbreviated
    shown.notes = Abbreviation.facts.of(notes) { Note($0) }.map(\.abbreviated)
    shown.fix = fix.map(Abbreviation.text)
    shown.validator = validator.map(Abbreviation.passage)
    shown.arguments = Abbreviation.facts.of(arguments) { Argument(arguments[0].name, $0) }
      .map { Argument($0.name, Abbreviation.passage($0.value)) }
    return shown
  }
}

extension Diagnostic.Note {
  fileprivate var abbreviated: Diagnostic.Note {
    Diagnostic.Note(
      Abbreviation.text(message), at: location.map(Abbreviation.location),
      provenance: provenance?.abbreviated,
      path: Abbreviation.names.of(path).map(Abbreviation.text))
  }
}

extension Provenance {
  fileprivate var abbreviated: Provenance {
    Provenance(origin: origin, modules: Abbreviation.names.of(modules).map(Abbreviation.text))
  }
}
