package import CleanseSupport

/// The type descriptors that a plugin defines, and the libraries that it may load.
package struct PluginLinkage: Hashable, Sendable {
  /// The type descriptors that the plugin itself defines.
  private(set) package var descriptors: [String] = []
  /// The libraries that it may load, except those that are already loaded.
  private(set) package var libraries: [NeededLibrary] = []
  /// The directories that were searched for them, whether or not they exist.
  private(set) package var searchedDirectories: [FilePath] = []
  /// The paths of candidates that are currently not libraries that the dynamic linker would use.
  private(set) package var unfitCandidates: [FilePath] = []
  /// The plugin's soname, by which the dynamic linker also finds it for others.
  private(set) var ownName: String?
  /// The libraries that the dynamic linker may map for it under a name.
  private(set) var providers: [LinkerName: [LibraryCandidate]] = [:]
  /// The libraries that it may map for needed names that are paths.
  private(set) var pathNeeds: PathNeeds = [:]
  /// The sizes of the data that it and its libraries share with all plugins that define the same name.
  private(set) var uniqueData: [LinkerName: UInt64] = [:]
  /// The symbols that it or one of its libraries defines for others of these.
  private(set) var supplies: [SymbolSupply: SymbolSupply.Definer] = [:]
  /// What the plugin does that may not work as its author intended.
  private(set) var concerns: [FileConcern] = []

  /// Creates the linkage of a plugin of which only the libraries are known.
  package init(libraries: [NeededLibrary]) {
    self.libraries = libraries
  }

  /// Determines the linkage of a plugin, which depends on other files and on the process.
  ///
  /// - Parameter defects: The list to which the plugin's defects are appended.
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
  private func undefined(_ imports: [String], _ catalog: LibraryCatalog) -> [String] {
    imports.filter { symbol in
      !catalog.isDefined(symbol)
        && libraries.allSatisfy {
          let symbols = catalog.symbols(of: $0.path)
          return symbols.isComplete && !symbols.names.contains(LinkerName(symbol))
        }
    }
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
