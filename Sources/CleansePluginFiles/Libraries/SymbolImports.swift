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
    let dynamic = try DynamicSection(of: elf)
    let strings = try DynamicStrings(of: elf, dynamic)
    let table = try DynamicSymbolTable(of: elf, dynamic)
    let versions = try VersionTables(
      of: elf, dynamic, strings, LibraryNeeds(dynamic, strings).names)
    let indices = try versions.indices(
      of: elf, DynamicTables(elf, dynamic, table, versions)[.versions])
    var found: [SymbolReference] = []
    var next = 0
    try table.forEach(in: elf, strings) { symbol in
      defer { next += 1 }
      guard !symbol.isDefined,
        let bytes = strings.name(at: UInt64(symbol.name), limit: SymbolSurvey.nameLimit),
        isIncluded(LinkerName(bytes: bytes)), found.count < SymbolSurvey.countLimit
      else { return }
      found.append(
        SymbolReference(
          name: String(decoding: bytes, as: UTF8.self),
          version: next < indices.count ? versions.names[indices[next]] : nil))
    }
    return found
  }
}
