import CleanseSupport

extension ElfFile {
  /// Calls the body with each included dynamic symbol, its name and its version, if it has one. Symbols with names longer than
  /// those of real ones are left out.
  func forEachVersionedSymbol(
    where isIncluded: (DynamicSymbol) -> Bool,
    _ body: (DynamicSymbol, ArraySlice<UInt8>, String?) -> Void
  ) throws(FileDefect) {
    let dynamic = try DynamicSection(of: self)
    let strings = try DynamicStrings(of: self, dynamic)
    let table = try DynamicSymbolTable(of: self, dynamic)
    let versions = try VersionTables(
      of: self, dynamic, strings, LibraryNeeds(dynamic, strings).names)
    let indices = try versions.indices(
      of: self, DynamicTables(self, dynamic, table, versions)[.versions])
    var next = 0
    try table.forEach(in: self, strings) { symbol in
      defer { next += 1 }
      guard isIncluded(symbol),
        let name = strings.name(at: UInt64(symbol.name), limit: SymbolSurvey.nameLimit)
      else { return }
      body(symbol, name, next < indices.count ? versions.names[indices[next]] : nil)
    }
  }
}
