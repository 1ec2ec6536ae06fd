import CleanseSupport

/// The symbols of a plugin that the inspection needs, collected in one pass.
struct SymbolSurvey {
  private(set) var entryPoint: EntryPoint = .missing
  /// The type descriptors that the file defines, in the order of the symbol table.
  private(set) var descriptors: [String] = []
  /// The framework symbols that the file imports, in the order of the symbol table.
  private(set) var frameworkImports: [LinkerName] = []
  /// The string table offsets of the names of strong symbols other than the entry point that another library can define
  /// in the file's place, by symbol index.
  private(set) var replaceable: [UInt32: UInt32] = [:]
  /// The sizes of the data of which a process has only one definition, by name.
  private(set) var uniqueData: [LinkerName: UInt64] = [:]
  /// Whether the file imports a function of the Swift runtime.
  private(set) var importsRuntime = false

  /// The maximum length of a name in bytes; symbols with longer names are ignored. Names of types have about
  /// thirty bytes, those of generic functions some hundreds.
  static let nameLimit = 1024
  /// The maximum number of names of each kind; others are dropped. A million symbols may have different names
  /// that share the same few bytes.
  static let countLimit = 10_000

  init(
    of elf: borrowing ElfFile, _ table: DynamicSymbolTable, _ strings: DynamicStrings,
    entryPoint: String
  ) throws(FileDefect) {
    let segments = elf.segments
    let entryName = Array(entryPoint.utf8) + [0]
    var found = SymbolSurvey()
    var next: UInt32 = 0
    try table.forEach(in: elf, strings) { symbol in
      let index = next
      next += 1
      if strings.name(at: symbol.name, is: entryName) {
        // Of several, the hash table decides which one the host would call, so all must be valid.
        if found.entryPoint == .missing || found.entryPoint == .function {
          found.entryPoint = EntryPoint(symbol, in: segments)
        }
        return
      }
      guard let name = strings.name(at: UInt64(symbol.name), limit: Self.nameLimit) else { return }
      if symbol.isDefined {
        found.add(symbol, index, name)
        if found.descriptors.count < Self.countLimit, TypeDescriptor.isOne(name) {
          found.descriptors.append(String(decoding: name, as: UTF8.self))
        }
        // A weak symbol may remain undefined.
      } else if symbol.isGlobal {
        if EmbeddedSwiftRuntime.isFunction(name) { found.importsRuntime = true }
        if found.frameworkImports.count < Self.countLimit, FrameworkSymbol.isOne(name) {
          // Copied as a whole here; the name would copy each byte on its own.
          found.frameworkImports.append(LinkerName(bytes: Array(name)))
        }
      }
    }
    self = found
  }

  /// Adds a definition that the dynamic linker may not use, or share with other files.
  private mutating func add(
    _ symbol: DynamicSymbol, _ index: UInt32, _ name: ArraySlice<UInt8>
  ) {
    if symbol.isUnique, symbol.isData, uniqueData.count < Self.countLimit {
      uniqueData[LinkerName(bytes: name)] = symbol.size
    } else if symbol.isReplaceable, replaceable.count < Self.countLimit {
      replaceable[index] = symbol.name
    }
  }

  private init() {}
}
