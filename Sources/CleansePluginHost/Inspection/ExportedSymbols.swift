/// What the inspection wants to know of a file's symbols, gathered in one pass.
struct ExportedSymbols {
  private(set) var entryPoint: EntryPoint = .missing
  /// The first few descriptors of framework types that the file defines, in the table's order.
  private(set) var frameworkTypes: [String] = []

  init(
    of elf: borrowing ElfFile, _ dynamic: DynamicSection, _ strings: DynamicStrings
  ) throws(FileDefect) {
    let table = try DynamicSymbolTable(of: elf, dynamic)
    try DynamicTables.check(elf, dynamic, symbols: table.count)
    let segments = elf.segments
    let entryName = Array(EntryPoint.name.utf8) + [0]
    var entryPoint: EntryPoint = .missing
    var frameworkTypes: [String] = []
    try table.forEach(in: elf, strings) { symbol in
      if strings.name(at: symbol.name, is: entryName), entryPoint != .function {
        entryPoint = EntryPoint(symbol, in: segments)
      }
      // A longer name is none that the framework has.
      if symbol.isDefined, frameworkTypes.count < 3,
        let name = strings.name(at: UInt64(symbol.name), limit: EmbeddedFramework.nameLimit),
        EmbeddedFramework.isDescriptor(name)
      {
        frameworkTypes.append(String(decoding: name, as: UTF8.self))
      }
    }
    self.entryPoint = entryPoint
    self.frameworkTypes = frameworkTypes
  }
}
