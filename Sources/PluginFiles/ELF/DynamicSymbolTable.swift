/// The symbols that the dynamic linker sees in a file.
///
/// It is found the way that the dynamic linker finds it, through the dynamic section, so files
/// whose section headers were stripped read like any other.
struct DynamicSymbolTable {
  /// How many symbols there are, the first of which has no name.
  let count: UInt64
  /// How large the tables are that symbols are looked up in.
  let hash: SymbolHash
  private let symbols: FileExtent

  /// Locates the table.
  init(of elf: borrowing ElfFile, _ dynamic: DynamicSection) throws(FileDefect) {
    guard let address = dynamic[.symbolTable] else {
      throw .malformedELF("it has no dynamic symbol table")
    }
    if let size = dynamic[.symbolSize], size != DynamicSymbol.size {
      throw .malformedELF("its dynamic symbols have \(size) bytes, not \(DynamicSymbol.size)")
    }
    hash = try SymbolHash(of: elf, dynamic)
    let count = hash.symbolCount
    guard
      let extent = elf.extent(at: address).flatMap({
        FileExtent(offset: 0, entries: count, of: DynamicSymbol.size, within: $0.count)
          .flatMap { [run = $0] entries in run.part(at: 0, count: entries.count) }
      })
    else { throw .malformedELF("its \(count) dynamic symbols do not lie in a loaded segment") }
    self.count = count
    symbols = extent
  }

  /// Hands over every symbol.
  ///
  /// - Throws: ``FileDefect/malformedELF(_:)`` also for a symbol whose name is not in the table; the
  ///   dynamic linker would read whatever lies there in memory.
  func forEach(
    in elf: borrowing ElfFile, _ strings: DynamicStrings, _ body: (DynamicSymbol) -> Void
  ) throws(FileDefect) {
    let segments = elf.segments
    var index = 0
    for part in symbols.parts(of: 4096 * DynamicSymbol.size) {
      for symbol in try elf.symbols(in: part) {
        if let objection = Self.objection(to: symbol, strings, segments) {
          throw .malformedELF("dynamic symbol \(index) \(objection)")
        }
        body(symbol)
        index += 1
      }
    }
  }

  /// One symbol, whose index is less than the count.
  func symbol(at index: UInt32, in elf: borrowing ElfFile) throws(FileDefect) -> DynamicSymbol {
    let place = symbols.part(at: UInt64(index) * DynamicSymbol.size, count: DynamicSymbol.size)
    guard let place, let symbol = try elf.symbols(in: place).first else {
      throw .malformedELF("it has no dynamic symbol \(index)")
    }
    return symbol
  }

  /// What is wrong with a symbol; nil if nothing is.
  private static func objection(
    to symbol: DynamicSymbol, _ strings: DynamicStrings, _ segments: [ElfSegment]
  ) -> String? {
    guard strings.contains(UInt64(symbol.name)) else {
      return "has a name that does not lie in the string table"
    }
    guard !symbol.isUnresolvable else { return "is not for other libraries, and not defined" }
    guard symbol.isDefined, symbol.isRelocated else { return nil }
    if symbol.isThreadLocal {
      let isInside = segments.contains {
        $0.kind == .threadLocal && symbol.address <= $0.memorySize
      }
      return isInside ? nil : "lies beyond the thread-local variables"
    }
    if symbol.isResolver, !segments.containCode(at: symbol.address) {
      return "is to be called for its address, and does not lie in an executable segment"
    }
    // What ends a segment lies behind its last byte.
    let isInside = segments.contains { $0.kind == .load && $0.holds(symbol.address, count: 0) }
    return isInside ? nil : "lies in no segment"
  }
}

extension ElfFile {
  /// The run of the file from what gets loaded at an address to the end of that segment.
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
