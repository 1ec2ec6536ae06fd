/// Those symbols that a shared library defines, and that a plugin may have in common with it: type
/// descriptors, and what only the framework should have.
struct LibrarySymbols: Sendable {
  private(set) var names: Set<String> = []
  /// Whether all of the library could be read, so that what is not among the names is not in it.
  private(set) var isComplete = false

  /// Reads the library that lies at a path; what can't be read has no symbols.
  init(_ path: String) {
    guard let elf = try? LibraryCatalog.open(path), let dynamic = try? DynamicSection(of: elf),
      let strings = try? DynamicStrings(of: elf, dynamic),
      let table = try? DynamicSymbolTable(of: elf, dynamic)
    else { return }
    var names: Set<String> = []
    let result: Void? = try? table.forEach(in: elf, strings) { symbol in
      guard symbol.isDefined, names.count < Self.countLimit,
        let name = strings.name(at: UInt64(symbol.name), limit: SymbolSurvey.nameLimit),
        TypeDescriptor.isOne(name) || FrameworkSymbol.isOne(name)
      else { return }
      names.insert(String(decoding: name, as: UTF8.self))
    }
    self.names = names
    isComplete = result != nil && names.count < Self.countLimit
  }

  /// Libraries have some hundreds of types. A limit is needed as each of a million symbols may have
  /// a name of its own in the same few bytes.
  private static let countLimit = 50_000
}
