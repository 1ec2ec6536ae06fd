import CleanseSupport

/// What the symbols of a library that a plugin brings have to do with those of other files.
struct PrivateLibrary: Sendable {
  /// The symbols that the library defines and looks up by name, but gets from the process.
  private(set) var interposed: [SymbolReference] = []
  /// The names of all of its strong symbols that the process defines, too. Another file that looks one of them up gets
  /// that of the process.
  private(set) var shadowed: Set<LinkerName> = []
  /// The names of the symbols that it looks up and does not get from the process. A plugin that it is loaded for may define
  /// them.
  private(set) var requested: Set<LinkerName> = []
  /// The names of its strong symbols that other files can get.
  private(set) var defined: Set<LinkerName> = []
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
    defined = Set(contents.replaceableNames)
    shadowed = defined.filter { catalog.isDefined($0.text) }
    let imported = SymbolImports.references(of: path) { _ in true }
    requested = Set(
      (imported.filter { !catalog.isDefined($0.name) }
        + contents.lookedUp.filter { !catalog.isInterposed($0) }).map { LinkerName($0.name) })
  }
}
