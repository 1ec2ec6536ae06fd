import CleansePluginMetadata
import CleanseSupport

/// The contents of a plugin's file other than its note, and their defects.
struct PluginContents {
  private(set) var needs = LibraryNeeds()
  /// The symbols; nil if they can't be read.
  private(set) var symbols: SymbolSurvey?
  private(set) var defects: [FileDefect] = []
  /// The contracts that are linked into the file.
  private(set) var contracts: [ProvidedContract] = []
  /// The contracts in C that the plugin was built against.
  private(set) var usedContracts: [Contract] = []
  /// The symbols that the file defines and looks up by name, so that it gets the definition of the process, if it has one.
  private(set) var lookedUp: [SymbolReference] = []

  private var strings: DynamicStrings?

  /// Creates the contents of a file that is not read any further because of a defect.
  init(_ defect: FileDefect) {
    defects = [defect]
  }

  /// - Parameter entryPoint: The symbol that the note names.
  init(_ elf: borrowing ElfFile, path: String, entryPoint: String) {
    let notes = LibraryContracts(elf, path: path)
    (contracts, usedContracts) = (notes.provided, notes.used)
    defects += [notes.usedDefect].compactMap(\.self)
    do throws(FileDefect) {
      try Self.checkExtents(of: elf)
      try SegmentLayout.check(elf)
      let dynamic = try DynamicSection(of: elf)
      guard !elf.isExecutable(dynamic) else { throw .executable }
      try dynamic.checkLoading()
      let strings = try DynamicStrings(of: elf, dynamic)
      needs = try LibraryNeeds(dynamic, strings)
      needs.effects = LoadEffects(of: elf, dynamic)
      let table = try DynamicSymbolTable(of: elf, dynamic)
      let versions = try VersionTables(of: elf, dynamic, strings, needs.names)
      let tables = try DynamicTables(elf, dynamic, table, versions)
      let symbols = try SymbolSurvey(of: elf, table, strings, entryPoint: entryPoint)
      try versions.check(tables[.versions], in: elf)
      // Without a hash table entry, the number of symbols that relocations may refer to is unknown.
      if table.hash.hasEntries {
        let referenced = try RelocationCheck.check(
          elf, dynamic, tables, table, watching: Self.replaceable(symbols, dynamic))
        let indices =
          referenced.isEmpty ? [] : try versions.indices(of: elf, tables[.versions])
        lookedUp = Self.references(referenced, symbols, strings, versions, indices)
      }
      self.symbols = symbols
      self.strings = strings
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
            needsRuntime: needs.includes(EmbeddedFramework.library)))
      }
    } catch {
      defects.append(error)
    }
  }

  /// The indices of the symbols that the dynamic linker may find in another library.
  private static func replaceable(_ symbols: SymbolSurvey, _ dynamic: DynamicSection) -> Set<UInt32>
  {
    dynamic.isSymbolic ? [] : Set(symbols.replaceable.keys)
  }

  /// - Parameter versionIndices: The index of the version of each symbol.
  private static func references(
    _ indices: Set<UInt32>, _ symbols: SymbolSurvey, _ strings: DynamicStrings,
    _ versions: VersionTables, _ versionIndices: [UInt16]
  ) -> [SymbolReference] {
    indices.sorted().compactMap { index in
      symbols.replaceable[index]
        .flatMap { strings.name(at: UInt64($0), limit: SymbolSurvey.nameLimit) }
        .map { name in
          SymbolReference(
            name: String(decoding: name, as: UTF8.self),
            version: Int(index) < versionIndices.count
              ? versions.names[versionIndices[Int(index)]] : nil)
        }
    }
  }

  /// The names of the symbols, except those of Swift, that another library can define in the place of the file's, whether
  /// or not the file looks them up. Copies of Swift's modules are found by their types.
  var replaceableNames: [LinkerName] {
    guard let symbols, let strings else { return [] }
    return symbols.replaceable.values
      .compactMap { strings.name(at: UInt64($0), limit: SymbolSurvey.nameLimit) }
      .filter { !$0.starts(with: Self.swiftPrefix) }
      .map { LinkerName(bytes: $0) }
  }

  private static let swiftPrefix = Array("$s".utf8)

  /// The names among these that the file defines for others.
  func definitions(among names: Set<LinkerName>) -> Set<LinkerName> {
    names.isEmpty ? [] : Set(replaceableNames.filter(names.contains))
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
  /// Newer linkers set a flag. Without it, an executable is recognized by its interpreter and by the entry in which
  /// a debugger finds the dynamic linker's data, which linkers give to programs only. Some libraries, such as
  /// `libc.so.6` and modules of PAM, also have an interpreter, so that they can be run.
  func isExecutable(_ dynamic: DynamicSection) -> Bool {
    dynamic.isMarkedExecutable
      || segments.contains { $0.kind == .interpreter } && dynamic[.debugger] != nil
  }
}
