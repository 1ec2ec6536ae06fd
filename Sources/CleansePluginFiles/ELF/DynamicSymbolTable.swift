/// The dynamic symbol table of a file.
///
/// It is located through the dynamic section, as by the dynamic linker, so the section headers may be
/// stripped.
struct DynamicSymbolTable {
  /// The number of symbols, including the unnamed first one.
  let count: UInt64
  /// The sizes of the hash tables.
  let hash: SymbolHash
  private let symbols: FileExtent

  /// Locates the table.
  init(of elf: borrowing ElfFile, _ dynamic: DynamicSection) throws(FileDefect) {
    guard let address = dynamic[.symbolTable] else {
      throw .malformedELF("it has no dynamic symbol table")
    }
    if let size = dynamic[.symbolSize], size != DynamicSymbol.entrySize {
      throw .malformedELF("its dynamic symbols have \(size) bytes, not \(DynamicSymbol.entrySize)")
    }
    hash = try SymbolHash(of: elf, dynamic)
    let count = hash.symbolCount
    guard
      let extent = elf.extent(at: address).flatMap({
        FileExtent(offset: 0, entries: count, of: DynamicSymbol.entrySize, within: $0.count)
          .flatMap { [run = $0] entries in run.part(at: 0, count: entries.count) }
      })
    else { throw .malformedELF("its \(count) dynamic symbols are not in a loaded segment") }
    self.count = count
    symbols = extent
  }

  /// Calls `body` with every symbol.
  ///
  /// - Throws: ``FileDefect/malformedELF(_:)``, also for a symbol whose name is outside the string table;
  ///   the dynamic linker would read arbitrary memory.
  func forEach(
    in elf: borrowing ElfFile, _ strings: DynamicStrings, _ body: (DynamicSymbol) -> Void
  ) throws(FileDefect) {
    let segments = elf.segments
    var index = 0
    for part in symbols.parts(of: 4096 * DynamicSymbol.entrySize) {
      for symbol in try elf.symbols(in: part) {
        if let objection = Self.objection(to: symbol, strings, segments) {
          throw .malformedELF("dynamic symbol \(index) \(objection)")
        }
        body(symbol)
        index += 1
      }
    }
  }

  /// The symbol at an index, which is less than the count.
  func symbol(at index: UInt32, in elf: borrowing ElfFile) throws(FileDefect) -> DynamicSymbol {
    let entry = symbols.part(
      at: UInt64(index) * DynamicSymbol.entrySize, count: DynamicSymbol.entrySize)
    guard let entry, let symbol = try elf.symbols(in: entry).first else {
      throw .malformedELF("it has no dynamic symbol \(index)")
    }
    return symbol
  }

  /// The predicate of an error about the symbol; nil if it is valid.
  private static func objection(
    to symbol: DynamicSymbol, _ strings: DynamicStrings, _ segments: [ElfSegment]
  ) -> String? {
    guard strings.contains(UInt64(symbol.name)) else {
      return "has a name outside the string table"
    }
    guard !symbol.isUnresolvable else { return "is local or hidden, but not defined" }
    guard !symbol.isDefined || !symbol.isUnique || symbol.isData else {
      return "is unique in a process, but not a variable"
    }
    guard symbol.isDefined, symbol.isRelocated else { return nil }
    if symbol.isThreadLocal {
      let isInside = segments.contains {
        $0.kind == .threadLocal && symbol.address <= $0.memorySize
      }
      return isInside ? nil : "is beyond the end of the thread-local storage"
    }
    if symbol.isResolver, !segments.containCode(at: symbol.address) {
      return "is an indirect function, but not in an executable segment"
    }
    // A symbol for the end of a segment points after its last byte.
    let isInside = segments.contains { $0.kind == .load && $0.holds(symbol.address, count: 0) }
    return isInside ? nil : "is not in a segment"
  }
}

extension ElfFile {
  /// Calls `body` with the name of each symbol that the file defines, except names longer than those of real symbols.
  ///
  /// - Returns: Whether the whole symbol table could be read.
  func forEachDefinition(_ body: (ArraySlice<UInt8>) -> Void) -> Bool {
    do throws(FileDefect) {
      let dynamic = try DynamicSection(of: self)
      let strings = try DynamicStrings(of: self, dynamic)
      try DynamicSymbolTable(of: self, dynamic).forEach(in: self, strings) { symbol in
        guard symbol.isDefined else { return }
        strings.name(at: UInt64(symbol.name), limit: SymbolSurvey.nameLimit).map(body)
      }
      return true
    } catch {
      return false
    }
  }

  /// The extent of the file from the byte that is loaded at an address to the end of its segment.
  func extent(at address: UInt64) -> FileExtent? {
    for segment in segments where segment.kind == .load && segment.address <= address {
      let distance = address - segment.address
      guard distance < segment.fileSize else { continue }
      return FileExtent(offset: segment.offset, count: segment.fileSize, within: file.size)?
        .suffix(from: distance)
    }
    return nil
  }
}
