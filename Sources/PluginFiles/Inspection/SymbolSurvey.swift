/// What the inspection wants to know of a plugin's symbols, gathered in one pass.
struct SymbolSurvey {
  private(set) var entryPoint: EntryPoint = .missing
  /// The type descriptors that the file defines for others to see, in the table's order.
  private(set) var descriptors: [String] = []
  /// What it asks for that only the framework should have, likewise.
  private(set) var frameworkImports: [String] = []

  /// How many bytes of a name are looked at. Names of types have about thirty, those of generic
  /// functions some hundreds; a longer one is taken for another's.
  static let nameLimit = 1024
  /// How many names of a kind are kept; the rest does not matter. Each of a million symbols may
  /// have a name of its own in the same few bytes.
  private static let countLimit = 10_000

  init(
    of elf: borrowing ElfFile, _ table: DynamicSymbolTable, _ strings: DynamicStrings
  ) throws(FileDefect) {
    let segments = elf.segments
    let entryName = Array(EntryPoint.name.utf8) + [0]
    var found = SymbolSurvey()
    try table.forEach(in: elf, strings) { symbol in
      if strings.name(at: symbol.name, is: entryName) {
        // Where there are several, the hash table decides which one the host would call.
        if found.entryPoint == .missing || found.entryPoint == .function {
          found.entryPoint = EntryPoint(symbol, in: segments)
        }
        return
      }
      guard let name = strings.name(at: UInt64(symbol.name), limit: Self.nameLimit) else { return }
      if symbol.isDefined {
        if found.descriptors.count < Self.countLimit, TypeDescriptor.isOne(name) {
          found.descriptors.append(String(decoding: name, as: UTF8.self))
        }
        // A weak one may stay without an answer.
      } else if symbol.isGlobal, found.frameworkImports.count < Self.countLimit,
        FrameworkSymbol.isOne(name)
      {
        found.frameworkImports.append(String(decoding: name, as: UTF8.self))
      }
    }
    self = found
  }

  private init() {}
}
