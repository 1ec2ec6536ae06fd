import CleanseCrypto
import CleanseSupport

/// A symbol that a plugin defines, and that a library of the plugin looks up by name. The dynamic linker searches the plugin
/// before the library, and before the other libraries.
struct SymbolSupply: Hashable, Sendable {
  let symbol: LinkerName
  /// The library; equal copies are one in a process.
  let library: ContentDigest

  /// The symbols that a plugin supplies to its libraries, with the paths of these.
  static func all(
    of contents: PluginContents, _ walk: LibraryWalk, _ catalog: LibraryCatalog
  ) -> [SymbolSupply: String] {
    let libraries = walk.found.compactMap { library in
      library.digest.map {
        (path: library.path, digest: $0, names: catalog.privateLibrary(library.path).requested)
      }
    }
    let requested = libraries.reduce(into: Set()) { $0.formUnion($1.names) }
    let defined = contents.definitions(among: requested)
    guard !defined.isEmpty else { return [:] }
    let found = libraries.flatMap { library in
      library.names.intersection(defined).map {
        (SymbolSupply(symbol: $0, library: library.digest), library.path)
      }
    }
    return Dictionary(found) { first, _ in first }
  }
}
