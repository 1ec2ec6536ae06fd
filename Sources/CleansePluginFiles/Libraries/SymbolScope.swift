import CleanseCrypto
import CleanseSupport

/// The libraries that a plugin brings, in the order in which the dynamic linker searches them for symbols.
struct SymbolScope {
  struct Library {
    let path: String
    let digest: ContentDigest
    let symbols: PrivateLibrary
    /// The places of the libraries that it needs.
    let needs: [Int]
  }

  let libraries: [Library]
  /// The names of all symbols that they look up.
  let requested: Set<LinkerName>
  /// The places of the libraries that define each symbol that one of them looks up, in their order.
  private let definers: [LinkerName: [Int]]

  init(_ walk: LibraryWalk, _ catalog: LibraryCatalog) {
    let found = walk.found.compactMap { library in library.digest.map { (library.path, $0) } }
    let places = Dictionary(found.enumerated().map { (FilePath($1.0), $0) }) { first, _ in first }
    libraries = found.map { path, digest in
      let symbols = catalog.privateLibrary(path)
      let needs = symbols.needs.names.compactMap { name in
        walk.providers[LinkerName(name)]?.first.flatMap { places[FilePath($0.library.path)] }
      }
      return Library(path: path, digest: digest, symbols: symbols, needs: needs)
    }
    requested = libraries.reduce(into: Set()) { $0.formUnion($1.symbols.requested) }
    var definers: [LinkerName: [Int]] = [:]
    for (place, library) in libraries.enumerated() {
      for symbol in library.symbols.defined.intersection(requested) {
        definers[symbol, default: []].append(place)
      }
    }
    self.definers = definers
  }

  /// The symbols that a library looks up and gets from another one, with the place of that, unless it gets the same definition
  /// wherever it is loaded: its own, or that of the libraries that it needs.
  func borrowed(by place: Int) -> [LinkerName: Int] {
    let others = libraries[place].symbols.requested.filter { definers[$0]?.first ?? place != place }
    guard !others.isEmpty else { return [:] }
    let ranks = ranks(of: place)
    return others.reduce(into: [:]) { borrowed, symbol in
      guard let definers = definers[symbol], let first = definers.first else { return }
      let own = definers.filter { ranks[$0] != nil }.min { (ranks[$0] ?? 0) < (ranks[$1] ?? 0) }
      if own.map({ libraries[$0].digest }) != libraries[first].digest { borrowed[symbol] = first }
    }
  }

  /// The places of a library and of those that it needs, with the order in which they are searched if the library is loaded alone.
  private func ranks(of place: Int) -> [Int: Int] {
    var found = [place]
    var ranks = [place: 0]
    var next = 0
    while next < found.count {
      for need in libraries[found[next]].needs where ranks[need] == nil {
        ranks[need] = found.count
        found.append(need)
      }
      next += 1
    }
    return ranks
  }
}
