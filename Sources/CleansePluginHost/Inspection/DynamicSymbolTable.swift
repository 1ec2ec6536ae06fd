/// The symbols that the dynamic linker sees in a file.
///
/// It is found the way that the dynamic linker finds it, through the dynamic section, so files
/// whose section headers were stripped read like any other.
struct DynamicSymbolTable {
  private let symbols: FileExtent
  private let strings: [UInt8]

  /// Locates the table, and reads the names.
  init(of elf: borrowing ElfFile, _ dynamic: DynamicSection) throws(FileDefect) {
    strings = try Self.strings(of: elf, dynamic)
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
    symbols = extent
  }

  /// Hands over every symbol with the bytes of its name.
  func forEach(
    in elf: borrowing ElfFile, _ body: (DynamicSymbol, ArraySlice<UInt8>) -> Void
  ) throws(FileDefect) {
    try elf.forEachSymbol(in: symbols) { symbol in
      body(symbol, Self.name(at: UInt64(symbol.name), in: strings) ?? [])
    }
  }

  /// The shared libraries that the file needs.
  static func neededLibraries(
    of elf: borrowing ElfFile, _ dynamic: DynamicSection
  ) throws(FileDefect) -> [String] {
    let needed = dynamic.all(.needed)
    guard !needed.isEmpty else { return [] }
    let strings = try strings(of: elf, dynamic)
    var names: [String] = []
    for offset in needed {
      guard let name = name(at: offset, in: strings) else {
        throw .malformedELF("the name of a needed library does not lie in the string table")
      }
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names
  }

  private static func strings(
    of elf: borrowing ElfFile, _ dynamic: DynamicSection
  ) throws(FileDefect) -> [UInt8] {
    guard let address = dynamic[.stringTable], let size = dynamic[.stringTableSize],
      let extent = elf.extent(at: address)?.part(at: 0, count: size)
    else { throw .malformedELF("its dynamic string table does not lie in a loaded segment") }
    return try elf.file.bytes(in: extent)
  }

  /// The bytes up to the null; nothing if there is none, or the offset is beyond the table.
  private static func name(at offset: UInt64, in strings: [UInt8]) -> ArraySlice<UInt8>? {
    guard let start = Int(exactly: offset), start < strings.count,
      let end = strings[start...].firstIndex(of: 0)
    else { return nil }
    return strings[start..<end]
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
