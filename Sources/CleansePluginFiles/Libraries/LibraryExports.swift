import CleanseSupport

/// The symbols of a library of the process that a plugin gets in place of its own.
struct LibraryExports: Sendable {
  /// Those without a version, which fit each version that a plugin looks up.
  private(set) var unversioned: Set<LinkerName> = []
  /// The sizes of the data of which a process has only one definition, by name.
  private(set) var uniqueData: [LinkerName: UInt64] = [:]

  /// Reads the library at a path; an unreadable one has no symbols.
  init(_ path: String) {
    if let found = try? Self.read(path) { self = found }
  }

  private init() {}

  private static func read(_ path: String) throws(FileDefect) -> Self {
    let elf = try ElfFile(RegularFile(PluginFile(path: path)))
    let dynamic = try DynamicSection(of: elf)
    let strings = try DynamicStrings(of: elf, dynamic)
    let table = try DynamicSymbolTable(of: elf, dynamic)
    let versions = try VersionTables(
      of: elf, dynamic, strings, LibraryNeeds(dynamic, strings).names)
    let indices = try versions.indices(
      of: elf, DynamicTables(elf, dynamic, table, versions)[.versions])
    var found = Self()
    var next = 0
    try table.forEach(in: elf, strings) { symbol in
      let index = next < indices.count ? indices[next] : 0
      next += 1
      if let name = strings.name(at: UInt64(symbol.name), limit: SymbolSurvey.nameLimit) {
        found.add(symbol, LinkerName(bytes: name), isVersioned: versions.names[index] != nil)
      }
    }
    return found
  }

  private mutating func add(_ symbol: DynamicSymbol, _ name: LinkerName, isVersioned: Bool) {
    guard symbol.isDefined, unversioned.count < Self.countLimit else { return }
    if symbol.isUnique, symbol.isData { uniqueData[name] = symbol.size }
    if !isVersioned { unversioned.insert(name) }
  }

  /// The maximum number of names. Without a limit, a million symbols could have different names that share the same few
  /// bytes.
  private static let countLimit = 50_000
}
