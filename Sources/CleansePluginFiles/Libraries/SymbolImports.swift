import CleanseSupport

/// The symbols that a file gets from other files.
enum SymbolImports {
  /// The symbols that the file at a path imports, if their names are included. A file that can't be read has none.
  static func references(
    of path: String, where isIncluded: (LinkerName) -> Bool
  ) -> [SymbolReference] {
    (try? read(path, isIncluded)) ?? []
  }

  private static func read(
    _ path: String, _ isIncluded: (LinkerName) -> Bool
  ) throws(FileDefect) -> [SymbolReference] {
    let elf = try LibraryCatalog.open(path)
    var found: [SymbolReference] = []
    try elf.forEachVersionedSymbol(where: { !$0.isDefined }) { _, name, version in
      guard isIncluded(LinkerName(bytes: name)), found.count < SymbolSurvey.countLimit else {
        return
      }
      found.append(
        SymbolReference(name: String(decoding: name, as: UTF8.self), version: version))
    }
    return found
  }
}
