import CleanseCrypto
import CleanseSupport

/// A symbol that a library of a plugin looks up by name, and that the plugin, or another library of it, defines in place of the
/// library and of those that it needs itself.
///
/// The dynamic linker searches the plugin first, and then its libraries in the order in which they are needed.
struct SymbolSupply: Hashable, Sendable {
  let symbol: LinkerName
  /// The library; equal copies are one in a process.
  let library: ContentDigest

  /// The file whose definition the library gets.
  struct Definer: Hashable, Sendable {
    /// The path of a library; nil for the plugin.
    let path: String?
    let digest: ContentDigest?
    /// The path of the library that looks up the symbol.
    let user: String

    /// Whether the library gets the same definition in both plugins.
    static func isSame(_ one: Definer?, _ other: Definer?) -> Bool {
      one == nil && other == nil || one?.digest != nil && one?.digest == other?.digest
    }
  }

  /// The symbols that a plugin or its libraries supply to others of these.
  static func all(
    of contents: PluginContents, _ walk: LibraryWalk, _ catalog: LibraryCatalog
  ) -> [SymbolSupply: Definer] {
    let scope = SymbolScope(walk, catalog)
    let defined = contents.definitions(among: scope.requested)
    var supplies: [SymbolSupply: Definer] = [:]
    for (place, library) in scope.libraries.enumerated() {
      for (symbol, definer) in scope.borrowed(by: place) {
        let definer = scope.libraries[definer]
        supplies[SymbolSupply(symbol: symbol, library: library.digest)] = Definer(
          path: definer.path, digest: definer.digest, user: library.path)
      }
      // The plugin comes before all of them.
      for symbol in defined.intersection(library.symbols.requested) {
        supplies[SymbolSupply(symbol: symbol, library: library.digest)] = Definer(
          path: nil, digest: nil, user: library.path)
      }
    }
    return supplies
  }
}
