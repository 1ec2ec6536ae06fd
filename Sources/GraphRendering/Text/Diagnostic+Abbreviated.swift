package import CleanseGraph

extension Diagnostic {
  /// More notes than this are too many to read, and too many to be written for each of many findings.
  private static let shownNotes = 20

  /// The finding as it is shown: of many notes the first and the last ones, and how many are between them.
  ///
  /// What looks for plugins or bindings at fault has to look at all notes, and so at the finding itself.
  package var abbreviated: Diagnostic {
    // A gap of one would be no shorter.
    guard notes.count > Self.shownNotes + 1 else { return self }
    let last = Self.shownNotes / 4
    let first = Self.shownNotes - last
    var shown = self
    shown.notes =
      notes.prefix(first) + [Note("… \(notes.count - first - last) more …")] + notes.suffix(last)
    return shown
  }
}
