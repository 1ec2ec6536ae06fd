import CleanseCrypto
import CleanseSupport

/// The libraries that a plugin brings, in the order in which the dynamic linker searches them for symbols.
struct SymbolScope {
  struct Library {
    let path: String
    let digest: ContentDigest
    let symbols: PrivateLibrary
  }

  let libraries: [Library]
  private let walk: LibraryWalk
  /// The places of the libraries, by path.
  private let places: [FilePath: Int]

  init(_ walk: LibraryWalk, _ catalog: LibraryCatalog) {
    self.walk = walk
    libraries = walk.found.compactMap { library in
      library.digest.map {
        Library(path: library.path, digest: $0, symbols: catalog.privateLibrary(library.path))
      }
    }
    places = Dictionary(libraries.enumerated().map { (FilePath($1.path), $0) }) { first, _ in first
    }
  }

  /// The library that defines a symbol for another one, unless that gets the same definition wherever it is loaded: its own, or that
  /// of the libraries that it needs.
  func definer(of symbol: LinkerName, for library: Library) -> Library? {
    guard let first = libraries.first(where: { $0.symbols.defined.contains(symbol) }),
      first.digest != library.digest
    else { return nil }
    let own = needed(by: library).first { $0.symbols.defined.contains(symbol) }
    return own?.digest == first.digest ? nil : first
  }

  /// The library and those that it needs, each after the first that needs it.
  private func needed(by library: Library) -> [Library] {
    var found = [library]
    var paths: Set = [FilePath(library.path)]
    var next = 0
    while next < found.count {
      for name in found[next].symbols.needs.names {
        guard
          let path = (walk.providers[LinkerName(name)]?.first?.library.path).map({ FilePath($0) }),
          let place = places[path], paths.insert(path).inserted
        else { continue }
        found.append(libraries[place])
      }
      next += 1
    }
    return found
  }
}
