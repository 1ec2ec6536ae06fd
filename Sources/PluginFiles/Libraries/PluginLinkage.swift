/// What a plugin brings into the process, and what it takes from there.
package struct PluginLinkage: Hashable, Sendable {
  /// The type descriptors that the plugin itself defines.
  private(set) package var descriptors: [String] = []
  /// The libraries that it may bring, which are not loaded yet.
  private(set) package var libraries: [NeededLibrary] = []
  /// The directories in which these were looked for, whether or not they exist.
  private(set) package var searchedDirectories: [String] = []
  /// What was found there under their names and is at this moment no library that the dynamic linker would take.
  private(set) package var unfitCandidates: [String] = []

  /// What is known of an inspected plugin where only its libraries are.
  package init(libraries: [NeededLibrary]) {
    self.libraries = libraries
  }

  /// Finds out about a plugin what its file alone does not tell.
  ///
  /// - Parameter defects: What gets longer by what is wrong with the plugin.
  init(
    _ file: PluginFile, _ contents: PluginContents, _ catalog: LibraryCatalog,
    defects: inout [FileDefect]
  ) {
    guard let symbols = contents.symbols else { return }
    descriptors = symbols.descriptors.filter { !FrameworkSymbol.isOne(Array($0.utf8)[...]) }
    do throws(FileDefect) {
      let walk = try LibraryWalk(file.resolvedPath, contents.needs, catalog)
      libraries = walk.found
      searchedDirectories = walk.searched
      unfitCandidates = walk.unfit
      if !walk.missing.isEmpty { defects.append(.missingLibraries(walk.missing)) }
      if catalog.process.sharesFramework {
        // With a library missing, nobody can tell what that would have defined.
        let undefined = walk.missing.isEmpty ? undefined(symbols.frameworkImports, catalog) : []
        if !undefined.isEmpty { defects.append(.undefinedFrameworkSymbols(undefined)) }
      }
      if let copy = copyOfLoaded(catalog) { defects.append(copy) }
    } catch {
      defects.append(error)
    }
  }

  /// Those symbols that neither the process has nor a library that the plugin brings.
  private func undefined(_ imports: [String], _ catalog: LibraryCatalog) -> [String] {
    imports.filter { symbol in
      !catalog.isDefined(symbol)
        && libraries.allSatisfy {
          let symbols = catalog.symbols(of: $0.path)
          return symbols.isComplete && !symbols.names.contains(symbol)
        }
    }
  }

  /// The finding about a library of the process of which the plugin holds a copy.
  private func copyOfLoaded(_ catalog: LibraryCatalog) -> FileDefect? {
    var library: String?
    var types: [String] = []
    for descriptor in descriptors where catalog.isDefined(descriptor) {
      guard let definer = catalog.process.definer(descriptor), definer == library ?? definer else {
        continue
      }
      library = definer
      types.append(descriptor)
      // A plugin that holds all of the standard library has thousands.
      if types.count > Abridgement.limit { break }
    }
    return library.map { .embeddedContract(library: $0, types: types) }
  }
}
