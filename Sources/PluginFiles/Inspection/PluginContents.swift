/// What a plugin's file holds besides its note, and what is wrong with that.
struct PluginContents {
  private(set) var needs = LibraryNeeds()
  /// Nothing where they can't be read.
  private(set) var symbols: SymbolSurvey?
  private(set) var defects: [FileDefect] = []

  /// The contents of a file that is not read any further.
  init(_ defect: FileDefect) {
    defects = [defect]
  }

  init(_ elf: borrowing ElfFile) {
    do throws(FileDefect) {
      try Self.checkExtents(of: elf)
      try SegmentLayout.check(elf)
      let dynamic = try DynamicSection(of: elf)
      guard !elf.isExecutable(dynamic) else { throw .executable }
      try dynamic.checkStandIns()
      let strings = try DynamicStrings(of: elf, dynamic)
      needs = try LibraryNeeds(dynamic, strings)
      let table = try DynamicSymbolTable(of: elf, dynamic)
      let versions = try VersionTables(of: elf, dynamic, strings, needs.names)
      let tables = try DynamicTables(elf, dynamic, table, versions)
      let symbols = try SymbolSurvey(of: elf, table, strings)
      try versions.check(tables[.versions], in: elf)
      // What exports nothing is no plugin, and does not say how many symbols it has.
      if table.hash.hasEntries { try RelocationCheck.check(elf, dynamic, tables, table) }
      self.symbols = symbols
      if symbols.entryPoint != .function {
        defects.append(.noEntryPoint(symbols.entryPoint))
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

  /// Checks that nothing that the headers speak of lies beyond the file's end.
  ///
  /// The section headers come last in a file, so they tell one that was cut off inside the part that
  /// does not get loaded.
  private static func checkExtents(of elf: borrowing ElfFile) throws(FileDefect) {
    let size = elf.file.size
    for segment in elf.segments where segment.kind != .unused && segment.fileSize > 0 {
      _ = try segment.extent(within: size)
    }
    if let table = elf.sectionHeaders {
      let extent = FileExtent(
        offset: table.offset, entries: table.entries, of: table.entrySize, within: size)
      guard extent != nil else {
        throw .truncated("the section headers at \(table.offset) end beyond its \(size) bytes")
      }
    }
  }
}

extension ElfFile {
  /// Whether a file of the shared kind is a program that may be loaded anywhere.
  ///
  /// Linkers say so with a flag. Before they did, such a program was told by its interpreter; but some
  /// libraries, `libc.so.6` for one, have one too, so that they can print their version. Those have a
  /// library's name.
  func isExecutable(_ dynamic: DynamicSection) -> Bool {
    dynamic.isMarkedExecutable
      || segments.contains { $0.kind == .interpreter } && dynamic[.sharedObjectName] == nil
  }
}
