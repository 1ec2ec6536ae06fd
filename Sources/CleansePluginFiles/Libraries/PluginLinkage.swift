package import CleanseSupport

/// The type descriptors that a plugin defines, and the libraries that it may load.
// A single reference, as PluginDescription.
package struct PluginLinkage: Hashable, Sendable {
  fileprivate struct Fields: Hashable, Sendable {
    var descriptors: [String] = []
    var libraries: [NeededLibrary] = []
    var searchedDirectories: [FilePath] = []
    var unfitCandidates: [FilePath] = []
    var ownName: String?
    var providers: [LinkerName: [LibraryCandidate]] = [:]
    var pathNeeds: PathNeeds = [:]
    var uniqueData: [LinkerName: UInt64] = [:]
    var supplies: [SymbolSupply: SymbolSupply.Definer] = [:]
    var concerns: [FileConcern] = []
  }

  private final class Storage: Sendable {
    let fields: Fields

    init(_ fields: Fields) {
      self.fields = fields
    }
  }

  private let storage: Storage

  /// The type descriptors that the plugin itself defines.
  package var descriptors: [String] { storage.fields.descriptors }
  /// The libraries that it may load, except those that are already loaded.
  package var libraries: [NeededLibrary] { storage.fields.libraries }
  /// The directories that were searched for them, whether or not they exist.
  package var searchedDirectories: [FilePath] { storage.fields.searchedDirectories }
  /// The paths of candidates that are currently not libraries that the dynamic linker would use.
  package var unfitCandidates: [FilePath] { storage.fields.unfitCandidates }
  /// The plugin's soname, by which the dynamic linker also finds it for others.
  var ownName: String? { storage.fields.ownName }
  /// The libraries that the dynamic linker may map for it under a name.
  var providers: [LinkerName: [LibraryCandidate]] { storage.fields.providers }
  /// The libraries that it may map for needed names that are paths.
  var pathNeeds: PathNeeds { storage.fields.pathNeeds }
  /// The sizes of the data that it and its libraries share with all plugins that define the same name.
  var uniqueData: [LinkerName: UInt64] { storage.fields.uniqueData }
  /// The symbols that it or one of its libraries defines for others of these.
  var supplies: [SymbolSupply: SymbolSupply.Definer] { storage.fields.supplies }
  /// What the plugin does that may not work as its author intended.
  var concerns: [FileConcern] { storage.fields.concerns }

  package static func == (one: PluginLinkage, other: PluginLinkage) -> Bool {
    one.storage === other.storage || one.storage.fields == other.storage.fields
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(storage.fields)
  }

  /// Creates the linkage of a plugin of which only the libraries are known.
  package init(libraries: [NeededLibrary]) {
    var fields = Fields()
    fields.libraries = libraries
    storage = Storage(fields)
  }

  /// Determines the linkage of a plugin, which depends on other files and on the process.
  ///
  /// - Parameter defects: The list to which the plugin's defects are appended.
  init(
    _ file: PluginFile, _ contents: PluginContents, _ catalog: LibraryCatalog,
    defects: inout [FileDefect]
  ) {
    storage = Storage(Fields(file, contents, catalog, defects: &defects))
  }
}

extension PluginLinkage.Fields {
  init(
    _ file: PluginFile, _ contents: PluginContents, _ catalog: LibraryCatalog,
    defects: inout [FileDefect]
  ) {
    guard let symbols = contents.symbols else { return }
    ownName = contents.needs.ownName
    uniqueData = symbols.uniqueData
    descriptors = symbols.descriptors.filter { !FrameworkSymbol.isOne(Array($0.utf8)[...]) }
    do throws(FileDefect) {
      let walk = try LibraryWalk(FilePath(file.resolvedPath), contents.needs, catalog)
      libraries = walk.found
      searchedDirectories = walk.searched
      unfitCandidates = walk.unfit
      providers = walk.providers
      pathNeeds = walk.pathNeeds
      concerns = FileConcern.of(file, contents, walk, catalog)
      supplies = SymbolSupply.all(of: contents, walk, catalog)
      for library in walk.found
      where library.digest != nil && uniqueData.count < SymbolSurvey.countLimit {
        uniqueData.merge(catalog.privateLibrary(library.path).uniqueData) { first, _ in first }
      }
      defects += Dictionary(grouping: catalog.conflicts(of: uniqueData), by: \.user)
        .sorted { $0.key < $1.key }.map { .conflictingData($0.value) }
      if let excess = StaticStorage.excess(contents, walk, catalog.process) {
        defects.append(excess)
      }
      if !walk.missing.isEmpty { defects.append(.missingLibraries(walk.missing)) }
      if catalog.process.sharesFramework {
        // A missing library might define any symbol.
        let undefined = walk.missing.isEmpty ? undefined(symbols.frameworkImports, catalog) : []
        if !undefined.isEmpty { defects.append(.undefinedFrameworkSymbols(undefined)) }
      }
      if let copy = copyOfLoaded(catalog) { defects.append(copy) }
    } catch {
      defects.append(error)
    }
  }

  /// The imports that neither the process nor a library of the plugin defines.
  private func undefined(_ imports: [LinkerName], _ catalog: LibraryCatalog) -> [String] {
    catalog.undefined(among: imports).filter { symbol in
      libraries.allSatisfy {
        let symbols = catalog.symbols(of: $0.path)
        return symbols.isComplete && !symbols.names.contains(symbol)
      }
    }.map(\.text)
  }

  /// The defect of a plugin that contains a copy of a library of the process.
  private func copyOfLoaded(_ catalog: LibraryCatalog) -> FileDefect? {
    var library: String?
    var types: [String] = []
    for descriptor in descriptors where catalog.isDefined(descriptor) {
      guard let definer = catalog.process.definer(descriptor),
        definer.utf8.elementsEqual((library ?? definer).utf8)
      else {
        continue
      }
      library = definer
      types.append(descriptor)
      // A copy of the standard library has thousands.
      if types.count > Abridgement.limit { break }
    }
    return library.map { .embeddedContract(library: $0, types: types) }
  }
}
