package import CleanseGraph

extension Diagnostic {
  /// The most notes that are shown: more are too many to read, and to write for each of many findings.
  private static let shownNotes = 20

  /// The finding as it is shown: of many notes, the first and the last ones, and the number of those between.
  ///
  /// Code that searches the notes for plugins or bindings at fault must read the finding itself.
  package var abbreviated: Diagnostic {
    // Leaving out a single note would save nothing.
    guard notes.count > Self.shownNotes + 1 else { return self }
    let last = Self.shownNotes / 4
    let first = Self.shownNotes - last
    var shown = self
    shown.notes =
      notes.prefix(first) + [Note("… \(notes.count - first - last) more …")] + notes.suffix(last)
    return shown
  }
}
