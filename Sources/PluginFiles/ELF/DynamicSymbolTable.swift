/// The symbols that the dynamic linker sees in a file.
///
/// It is found the way that the dynamic linker finds it, through the dynamic section, so files
/// whose section headers were stripped read like any other.
struct DynamicSymbolTable {
  /// How many symbols there are, the first of which has no name.
  let count: UInt64
  private let symbols: FileExtent

  /// Locates the table.
  init(of elf: borrowing ElfFile, _ dynamic: DynamicSection) throws(FileDefect) {
    guard let address = dynamic[.symbolTable] else {
      throw .malformedELF("it has no dynamic symbol table")
    }
    if let size = dynamic[.symbolSize], size != DynamicSymbol.size {
      throw .malformedELF("its dynamic symbols have \(size) bytes, not \(DynamicSymbol.size)")
    }
    let count = try SymbolCount.read(from: elf, dynamic)
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
    var isNamed = true
    var isResolvable = true
    try elf.forEachSymbol(in: symbols) { symbol in
      isNamed = isNamed && strings.contains(UInt64(symbol.name))
      isResolvable = isResolvable && !symbol.isUnresolvable
      body(symbol)
    }
    guard isNamed else {
      throw .malformedELF("the name of a dynamic symbol does not lie in the string table")
    }
    guard isResolvable else {
      throw .malformedELF("a dynamic symbol is local, and not defined")
    }
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
