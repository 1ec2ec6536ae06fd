import CleanseSupport

/// What the symbols of a library that a plugin brings have to do with those of other files.
struct PrivateLibrary: Sendable {
  /// The symbols that the library defines and looks up by name, but gets from the process.
  private(set) var interposed: [SymbolReference] = []
  /// The names of all of its strong symbols that the process defines, too. Another file that looks one of them up gets
  /// that of the process.
  private(set) var shadowed: Set<LinkerName> = []
  /// The names of the libraries that it needs.
  private(set) var needs = LibraryNeeds()
  /// The sizes of the data of which a process has only one definition, by name.
  private(set) var uniqueData: [LinkerName: UInt64] = [:]

  /// Reads the library at a path; an unreadable one has no symbols.
  init(_ path: String, _ catalog: LibraryCatalog) {
    guard let elf = try? LibraryCatalog.open(path) else { return }
    let contents = PluginContents(elf, path: path, entryPoint: "")
    needs = contents.needs
    uniqueData = contents.symbols?.uniqueData ?? [:]
    guard catalog.process.knowsInterposition else { return }
    interposed = contents.lookedUp.filter(catalog.isInterposed)
    let names = contents.names(ofReplaceableIn: elf)
    shadowed = Set(names.filter { !Self.isOfSwift($0) && catalog.isDefined($0.text) })
  }

  /// Whether a symbol is one of Swift. Copies of Swift's modules are found by their types.
  private static func isOfSwift(_ name: LinkerName) -> Bool { name.bytes.starts(with: "$s".utf8) }
}
