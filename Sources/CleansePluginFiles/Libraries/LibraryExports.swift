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
    var found = Self()
    try elf.forEachVersionedSymbol(where: \.isDefined) { symbol, name, version in
      found.add(symbol, LinkerName(bytes: name), isVersioned: version != nil)
    }
    return found
  }

  private mutating func add(_ symbol: DynamicSymbol, _ name: LinkerName, isVersioned: Bool) {
    guard unversioned.count < Self.countLimit else { return }
    if symbol.isUnique, symbol.isData { uniqueData[name] = symbol.size }
    if !isVersioned { unversioned.insert(name) }
  }

  /// The maximum number of names. Without a limit, a million symbols could have different names that share the same few
  /// bytes.
  private static let countLimit = 50_000
}
