import CleanseGraph
import CleanseSupport

/// A property of a plugin that works otherwise than its author may expect, or only on some systems. In contrast to a
/// ``FileDefect``, the plugin is used.
enum FileConcern: Hashable, Sendable {
  /// With the path of the library that requests it; nil for the plugin itself.
  case executableStack(library: String?)
  /// With the path of the library whose code is relocated; nil for the plugin itself.
  case textRelocations(library: String?)
  /// The plugin, or the library with that path, defines symbols in place of which the definitions of the process are used.
  case interposedSymbols([Interposition], library: String?)

  /// The plugin, or a library of it, defines symbols for the library with that path, which another plugin has, too.
  case supplied(Supply)

  /// Symbols that a library gets from elsewhere if another plugin is loaded first.
  struct Supply: Hashable, Sendable {
    /// The path of the library that looks them up.
    let library: String
    /// The path of the library of the plugin that defines them; nil for the plugin itself.
    let definer: String?
    /// The other plugin, and whether it or a library of it defines them as well.
    let user: String
    let isDefinedTwice: Bool
    let symbols: [LinkerName]
  }

  /// A symbol that a plugin defines, and the file whose definition it gets.
  struct Interposition: Hashable, Sendable {
    let symbol: String
    /// The path of a library; nil if it is not known, or is the program, and for the symbols that no message names.
    let definer: String?
  }

  /// The concerns about a plugin and its libraries.
  static func of(
    _ file: PluginFile, _ contents: PluginContents, _ walk: LibraryWalk, _ catalog: LibraryCatalog
  ) -> [FileConcern] {
    let own = concerns(of: contents.needs.effects, library: nil)
    let interposed = contents.lookedUp.filter(catalog.isInterposed)
    return own + walk.effects.flatMap { concerns(of: $0.effects, library: $0.library) }
      + concerns(ofInterposed: interposed.map(\.name), library: nil, catalog)
      + interposedInLibraries(file, contents, walk, catalog)
  }

  /// The concerns about the libraries that the plugin brings. Those of the system are the same for all programs.
  private static func interposedInLibraries(
    _ file: PluginFile, _ contents: PluginContents, _ walk: LibraryWalk, _ catalog: LibraryCatalog
  ) -> [FileConcern] {
    let libraries = walk.found.filter { $0.digest != nil }
      .map { (path: $0.path, library: catalog.privateLibrary($0.path)) }
    let shadowed = libraries.reduce(into: Set()) { $0.formUnion($1.library.shadowed) }
    let files =
      [(file.resolvedPath, contents.needs)] + libraries.map { ($0.path, $0.library.needs) }
    let imported =
      shadowed.isEmpty
      ? [] : Set(files.flatMap { imports(of: $0.0, $0.1, among: shadowed, catalog) })
    return libraries.flatMap { path, library in
      let own = library.interposed.map { LinkerName($0.name) }
      let names = imported.intersection(library.shadowed).union(own)
      return concerns(ofInterposed: names.sorted().map(\.text), library: path, catalog)
    }
  }

  /// The names among these that a file imports and gets from the process, although it does not need the library there.
  private static func imports(
    of path: String, _ needs: LibraryNeeds, among names: Set<LinkerName>, _ catalog: LibraryCatalog
  ) -> [LinkerName] {
    SymbolImports.references(of: path, where: names.contains).filter { symbol in
      let definer = catalog.process.definer(symbol.name)
      return catalog.isInterposed(symbol)
        && definer.map { !needs.includes(lastComponent(of: $0)) } ?? true
    }.map { LinkerName($0.name) }
  }

  private static func concerns(of effects: LoadEffects, library: String?) -> [FileConcern] {
    (effects.hasExecutableStack ? [.executableStack(library: library)] : [])
      + (effects.hasTextRelocations ? [.textRelocations(library: library)] : [])
  }

  /// The concern about symbols that the process defines, too. The dynamic linker searches the program and the libraries that
  /// it needs before a library that was opened later.
  private static func concerns(
    ofInterposed symbols: [String], library: String?, _ catalog: LibraryCatalog
  ) -> [FileConcern] {
    guard catalog.process.knowsInterposition, !symbols.isEmpty else { return [] }
    // Searching for the definers of thousands of symbols takes long, and a message names at most one more than the limit.
    let found = symbols.enumerated().map { index, symbol in
      let path = index <= Abridgement.limit ? catalog.process.definer(symbol) : nil
      return Interposition(symbol: symbol, definer: path.flatMap { $0.isEmpty ? nil : $0 })
    }
    return [.interposedSymbols(found, library: library)]
  }
}

extension FileConcern {
  /// The finding about a file.
  func diagnostic(of file: PluginFile, origin: String) -> Diagnostic {
    Diagnostic(
      code, .warning, "\(file.path) \(predicate)", provenance: Provenance(origin: origin),
      notes: notes, fix: fix, arguments: [.file(file.path)] + arguments)
  }

  private var code: Diagnostic.Code {
    switch self {
    case .executableStack: "plugin/executable-stack"
    case .textRelocations: "plugin/text-relocations"
    case .interposedSymbols, .supplied: "plugin/interposed-symbol"
    }
  }

  private var predicate: String {
    switch self {
    case .executableStack(let library):
      "\(library.map { "needs \($0), which " } ?? "")makes the stacks of the whole process executable"
    case .textRelocations(let library):
      "\(library.map { "needs \($0), which " } ?? "")contains code that is not position-independent"
    case .supplied(let supply): Self.predicate(of: supply)
    case .interposedSymbols(let symbols, let library):
      symbols.count == 1
        ? "does not use \(Self.owner(library)) definition of \(symbols[0].symbol), but that of the host"
        : "does not use \(Self.owner(library)) definitions of \(symbols.count) symbols, but those of the host"
    }
  }

  private static func predicate(of supply: Supply) -> String {
    let count = supply.symbols.count
    let definer = supply.definer.map { "needs \(lastComponent(of: $0)), which " } ?? ""
    let symbols = count == 1 ? supply.symbols[0].text : "\(count) symbols"
    let end =
      supply.isDefinedTwice
      ? ", but \(supply.user) defines \(count == 1 ? "it" : "them"), too"
      : ", a library of \(supply.user) as well"
    return "\(definer)defines \(symbols) for \(lastComponent(of: supply.library))\(end)"
  }

  /// The possessive for the file whose definitions are not used.
  private static func owner(_ library: String?) -> String {
    library.map { "\(lastComponent(of: $0))'s" } ?? "its own"
  }

  private var notes: [Diagnostic.Note] {
    switch self {
    case .executableStack:
      [Diagnostic.Note("newer versions of the dynamic linker refuse to load it")]
    case .textRelocations:
      [Diagnostic.Note("its pages are written to when it is loaded, which SELinux can forbid")]
    case .supplied(let supply):
      Abridgement.notes(
        supply.symbols, of: supply.symbols.count, "symbols are also defined there"
      ) {
        Diagnostic.Note(
          "\(lastComponent(of: supply.library)) looks up \($0.text) once, when it is loaded for the first plugin"
        )
      }
    case .interposedSymbols(let symbols, _):
      Abridgement.notes(symbols, of: symbols.count, "symbols are also defined there") {
        Diagnostic.Note("\($0.symbol) is also defined by \($0.definer ?? "the host")")
      }
    }
  }

  private var fix: String {
    switch self {
    case .executableStack(let library):
      """
      link \(library == nil ? "the plugin" : "that library") with `-Wl,-z,noexecstack`; if the C compiler then reports \
      nested functions, replace them, and let sources in assembler declare the section `.note.GNU-stack`
      """
    case .textRelocations(let library):
      "compile all sources of \(library == nil ? "the plugin" : "that library") with `-fPIC`, and link with `-Wl,-z,text`"
    case .supplied:
      """
      hide the symbols with `-fvisibility=hidden`, and pass them to the library in a call; or link the library statically \
      with `-Wl,--exclude-libs,ALL`
      """
    case .interposedSymbols(_, let library?):
      """
      build \(lastComponent(of: library)) with other names of its symbols, link it statically with \
      `-Wl,--exclude-libs,ALL`, or use the library of the host
      """
    case .interposedSymbols:
      """
      compile what the plugin contains with `-fvisibility=hidden`, link it with `-Wl,--exclude-libs,ALL` or \
      `-Wl,-Bsymbolic`, or link the shared library instead of a copy
      """
    }
  }

  /// What distinguishes the finding from others with the same code in the same file.
  private var arguments: [Diagnostic.Argument] {
    switch self {
    case .executableStack(let library), .textRelocations(let library):
      library.map { [.init("library", lastComponent(of: $0))] } ?? []
    case .supplied(let supply):
      [.init("library", lastComponent(of: supply.library))]
        + supply.symbols.prefix(Abridgement.limit).map { .init("symbol", $0.text) }
    case .interposedSymbols(let symbols, let library):
      (library.map { [.init("library", lastComponent(of: $0))] } ?? [])
        + symbols.map(\.symbol).sorted().prefix(Abridgement.limit).map { .init("symbol", $0) }
    }
  }
}
