/// The contents of a plugin's file other than its note, and their defects.
struct PluginContents {
  private(set) var needs = LibraryNeeds()
  /// The symbols; nil if they can't be read.
  private(set) var symbols: SymbolSurvey?
  private(set) var defects: [FileDefect] = []
  /// The contracts that are linked into the file.
  private(set) var contracts: [ProvidedContract] = []

  /// Creates the contents of a file that is not read any further because of a defect.
  init(_ defect: FileDefect) {
    defects = [defect]
  }

  /// - Parameter entryPoint: The symbol that the note names.
  init(_ elf: borrowing ElfFile, path: String, entryPoint: String) {
    contracts = LibraryContracts(elf, path: path).provided
    do throws(FileDefect) {
      try Self.checkExtents(of: elf)
      try SegmentLayout.check(elf)
      let dynamic = try DynamicSection(of: elf)
      guard !elf.isExecutable(dynamic) else { throw .executable }
      try dynamic.checkInterposition()
      let strings = try DynamicStrings(of: elf, dynamic)
      needs = try LibraryNeeds(dynamic, strings)
      let table = try DynamicSymbolTable(of: elf, dynamic)
      let versions = try VersionTables(of: elf, dynamic, strings, needs.names)
      let tables = try DynamicTables(elf, dynamic, table, versions)
      let symbols = try SymbolSurvey(of: elf, table, strings, entryPoint: entryPoint)
      try versions.check(tables[.versions], in: elf)
      // Without a hash table entry, the number of symbols that relocations may refer to is unknown.
      if table.hash.hasEntries { try RelocationCheck.check(elf, dynamic, tables, table) }
      self.symbols = symbols
      if symbols.entryPoint != .function {
        defects.append(.noEntryPoint(entryPoint, symbols.entryPoint))
      }
      let copied = symbols.descriptors.filter {
        EmbeddedFramework.isDescriptor(Array($0.utf8)[...])
      }
      if !copied.isEmpty {
        defects.append(
          .embeddedFramework(
            symbols: Array(copied.prefix(3)),
            needsRuntime: needs.names.contains(EmbeddedFramework.library)))
      }
    } catch {
      defects.append(error)
    }
  }

  /// Checks that the extents in the headers are within the file.
  ///
  /// The section headers are at the end of a file, so they show a truncation of the part that is not
  /// loaded.
  private static func checkExtents(of elf: borrowing ElfFile) throws(FileDefect) {
    let size = elf.file.size
    for segment in elf.segments where segment.kind != .unused && segment.fileSize > 0 {
      _ = try segment.extent(within: size)
    }
    if let table = elf.sectionHeaders {
      let extent = FileExtent(
        offset: table.offset, entries: table.entries, of: table.entrySize, within: size)
      guard extent != nil else {
        throw .truncated("the section headers at \(table.offset) extend past its \(size) bytes")
      }
    }
  }
}

extension ElfFile {
  /// Whether a file of type `shared` is a position-independent executable.
  ///
  /// Newer linkers set a flag. Without it, an executable is recognized by its interpreter; but some libraries,
  /// such as `libc.so.6`, also have one, so that they can print their version. These have a soname.
  func isExecutable(_ dynamic: DynamicSection) -> Bool {
    dynamic.isMarkedExecutable
      || segments.contains { $0.kind == .interpreter } && dynamic[.sharedObjectName] == nil
  }
}
