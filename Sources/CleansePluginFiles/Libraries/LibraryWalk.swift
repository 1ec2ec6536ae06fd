// This folder finds the libraries that the dynamic linker would map for a plugin. `LibraryWalk` searches as ld.so(8)
// does: `SearchPath`, `LoaderCache`, `LibraryVariants`, in a `HostProcess`; `LibraryCatalog` opens each library once.
// `ExpectedMappings` compares the result with what was mapped.

import CleanseSupport

/// Finds all shared libraries that the dynamic linker may map for a plugin, and reports those that it would not
/// find.
///
/// The search order is that of ld.so(8): the `DT_RPATH` of the file that needs a library and of its requesters, if
/// the file has no run path; `LD_LIBRARY_PATH`; its run path; the system's cache; the system's directories. In each
/// directory, processor-specific variants come first. The run path of the program applies only to the program, so a
/// library next to the program is not found through it; but a library that is already loaded is used by all.
///
/// The variant depends on the processor, and the meaning of `$LIB` and `$PLATFORM` on the build of glibc. So
/// all candidates are included, up to the first library that is found on every machine.
struct LibraryWalk {
  /// The libraries that are not loaded yet, each after its first requester.
  private(set) var found: [NeededLibrary] = []
  private(set) var missing: [MissingLibrary] = []
  /// The directories that were searched, whether or not they exist, except those of the environment. A library that
  /// is put into one of them may be loaded.
  private(set) var searched: [FilePath] = []
  /// The paths of candidates that are not libraries for this machine. They may be loaded after a change.
  private(set) var unfit: [FilePath] = []
  /// The libraries that the dynamic linker may map under a name: a needed name or a soname. Names that the process has
  /// loaded already are not included.
  private(set) var providers: [LinkerName: [LibraryCandidate]] = [:]
  /// The libraries that the dynamic linker may map for names that are paths.
  private(set) var pathNeeds: PathNeeds = [:]
  /// What loading each of the libraries changes, in the same order.
  private(set) var effects: [(library: String, effects: LoadEffects)] = []
  /// The static thread-local storage that the libraries need at least. Of the candidates for a name, the dynamic linker
  /// maps one, so only the one that needs the least counts.
  private(set) var staticStorage: [(library: String, size: UInt64)] = []

  private let catalog: LibraryCatalog
  /// The plugin's directory.
  private let home: FilePath
  private var present: Set<LinkerName> = []
  /// The candidates for the paths that were searched for.
  private var located: [LinkerName: [LibraryCandidate]] = [:]
  /// The paths of all candidates found, fit or not.
  private var paths: Set<FilePath> = []
  /// The elements of ``searched``.
  private var noted: Set<FilePath> = []
  /// The directories that only some builds of the dynamic linker search, with the meaning that leads to each.
  private var guesses: [FilePath: Int] = [:]
  private var budget = Self.candidateLimit
  private var lookupBudget = Self.lookupLimit

  /// The maximum number of paths to try for one plugin. Real plugins need some hundreds; search paths may be
  /// long.
  static let candidateLimit = 20_000
  /// The maximum number of directory entries to look up for all of these paths, and for one of them. They are far above
  /// those of real plugins, too, and bound the time if symbolic links lead through long paths.
  static let lookupLimit = 500_000
  static let lookupLimitOfPath = 1_000

  /// A file that needs libraries.
  private struct Requester {
    let path: FilePath
    let needs: LibraryNeeds
    /// The directories of its run path.
    let own: [FilePath]
    /// The directories that apply to the libraries that it needs as well.
    let inherited: [FilePath]
    /// Whether it is mapped on every machine.
    let isCertain: Bool
  }

  /// Performs the whole search.
  ///
  /// - Parameters:
  ///   - path: The absolute path that the plugin will be loaded from.
  ///   - needs: The needs of the plugin itself.
  /// - Throws: ``FileDefect/malformedELF(_:)`` if there are more paths to try, or more directory entries to look up,
  ///   than the limits.
  init(
    _ path: FilePath, _ needs: LibraryNeeds, _ catalog: LibraryCatalog
  ) throws(FileDefect) {
    self.catalog = catalog
    home = path.removingLastComponent
    if let name = needs.ownName { present.insert(LinkerName(name)) }
    var queue = [
      requester(path, needs, inherited: catalog.process.inheritedDirectories, isCertain: true)
    ]
    var next = 0
    while next < queue.count {
      let current = queue[next]
      next += 1
      for name in current.needs.names {
        let key = identity(of: name, for: current)
        defer { addPathNeed(name, key, of: current) }
        guard isNew(key) else { continue }
        let hits = try search(name, for: current, isPlugin: next == 1)
        // The soname is known to be loaded only if all variants have the same one.
        let own = Set(hits.map { $0.needs.ownName.map { LinkerName($0) } })
        if own.count == 1, case .some(.some(let own)) = own.first { present.insert(own) }
        provide(hits, as: name, key)
        if current.isCertain { addStaticStorage(of: hits) }
        let isCertain = current.isCertain && hits.count == 1
        for hit in hits {
          let path = FilePath(hit.library.path)
          guard paths.insert(path).inserted else { continue }
          found.append(hit.library)
          effects.append((hit.library.path, hit.needs.effects))
          queue.append(
            requester(path, hit.needs, inherited: current.inherited, isCertain: isCertain))
        }
      }
    }
  }

  /// Whether a name has to be searched for. Libraries that the program needs are loaded in each of its processes.
  /// Libraries that this process loaded later are searched for, because a probe's process has not loaded them.
  private mutating func isNew(_ name: LinkerName) -> Bool {
    !catalog.process.programNames.contains(name) && present.insert(name).inserted
  }

  /// What the dynamic linker compares a needed name by. Where its meaning depends on the machine, two files in one
  /// directory need the same.
  private func identity(of name: String, for requester: Requester) -> LinkerName {
    let expansions = LibraryNeeds.expanded(name, at: requester.path)
    guard expansions.count != 1 else { return expansions[0] }
    return LinkerName(
      bytes: requester.path.removingLastComponent.bytes + [0] + Array(name.utf8))
  }

  private mutating func addPathNeed(_ name: String, _ key: LinkerName, of requester: Requester) {
    guard let candidates = located[key] else { return }
    pathNeeds[requester.path, default: [:]][LinkerName(name)] = candidates
  }

  /// Adds the candidates for a name. Of several libraries with one soname, the dynamic linker uses the first.
  private mutating func provide(_ hits: [Hit], as name: String, _ key: LinkerName) {
    let isPath = FilePath(name).hasDirectory
    var found: [LinkerName: [LibraryCandidate]] = [:]
    for hit in hits {
      // A library that is needed by its path is known by its soname alone.
      let names = Set(
        [isPath ? nil : name, hit.needs.ownName].compactMap { $0.map { LinkerName($0) } })
      for name in names where !catalog.process.libraryNames.contains(name) {
        found[name, default: []].append(hit.candidate)
      }
    }
    providers.merge(found) { first, _ in first }
    if isPath { located[key] = hits.map(\.candidate) }
  }

  /// Adds the candidate that needs the least, unless it may be a library that was found under another name.
  private mutating func addStaticStorage(of hits: [Hit]) {
    guard !hits.contains(where: { paths.contains(FilePath($0.library.path)) }),
      let least = hits.min(by: {
        $0.needs.effects.staticStorage < $1.needs.effects.staticStorage
      })
    else { return }
    staticStorage.append((least.library.path, least.needs.effects.staticStorage))
  }

  private mutating func requester(
    _ path: FilePath, _ needs: LibraryNeeds, inherited: [FilePath], isCertain: Bool
  ) -> Requester {
    let origin = path.removingLastComponent
    let handedOn =
      needs.runPath == nil ? directories(needs.inheritedPath ?? "", origin: origin) : []
    return Requester(
      path: path, needs: needs, own: directories(needs.runPath ?? "", origin: origin),
      inherited: handedOn + inherited, isCertain: isCertain)
  }

  private mutating func directories(_ list: String, origin: FilePath) -> [FilePath] {
    let expansion = catalog.directories(of: list, origin: origin)
    if !expansion.guesses.isEmpty { guesses.merge(expansion.guesses) { first, _ in first } }
    return expansion.directories
  }

  /// A library and its own needs.
  fileprivate struct Hit {
    let candidate: LibraryCandidate
    let needs: LibraryNeeds

    var library: NeededLibrary { candidate.library }
  }

  /// The search for one name.
  fileprivate struct Search {
    var hits: [Hit] = []
    var missing: MissingLibrary
    /// Whether the dynamic linker stops here on every machine.
    var isOver = false
    /// Whether the dynamic linker fails.
    var isBroken = false
  }

  /// The libraries with a name that the dynamic linker may choose. If there is none, it is added to ``missing``.
  private mutating func search(
    _ name: String, for requester: Requester, isPlugin: Bool
  ) throws(FileDefect) -> [Hit] {
    let origin = requester.path.removingLastComponent
    let inherited = requester.needs.runPath == nil ? requester.inherited : []
    let environment = catalog.process.environmentDirectories
    let own = requester.own
    let directories = inherited + environment + own
    var search = Search(
      missing: MissingLibrary(
        name: name, requester: isPlugin ? nil : requester.path.text,
        directories: directories.map(\.text),
        searchesPluginDirectory: directories.contains(home)))
    if search.missing.isPath {
      // A path is used as it is, without a search.
      let paths = SearchPath.expansions(of: FilePath(name), origin: origin)
      for (meaning, path) in paths.enumerated() where !search.isOver {
        note(path.removingLastComponent)
        try look(at: path, meaning: paths.count > 1 ? meaning : nil, &search)
      }
    } else {
      try look(for: name, in: inherited, &search)
      try look(for: name, in: environment, isTrusted: true, &search)
      try look(for: name, in: own, &search)
      try lookInSystem(for: name, avoidingSystem: requester.needs.avoidsSystem, &search)
    }
    if search.isBroken || search.hits.isEmpty,
      !catalog.process.libraryNames.contains(LinkerName(name))
    {
      missing.append(search.missing)
    }
    return search.hits
  }

  private mutating func lookInSystem(
    for name: String, avoidingSystem: Bool, _ search: inout Search
  ) throws(FileDefect) {
    guard !search.isOver else { return }
    let before = search.hits.count
    // The cache also lists variants, so the processor decides which of its libraries is chosen.
    for path in catalog.listedPaths(of: LinkerName(name), avoidingSystem: avoidingSystem)
    where !search.isBroken {
      note(path.removingLastComponent)
      try look(at: path, isListed: true, isInSystem: true, &search)
    }
    if search.hits.count > before { search.isOver = true }
    guard !avoidingSystem else { return }
    try look(for: name, in: catalog.process.systemDirectories, &search)
  }

  /// - Parameter isTrusted: Whether the directories are the user's choice, so that their permissions are not checked.
  private mutating func look(
    for name: String, in directories: [FilePath], isTrusted: Bool = false, _ search: inout Search
  ) throws(FileDefect) {
    for directory in directories where !search.isOver {
      let isInSystem = catalog.isSystemDirectory(directory)
      try charge(catalog.lookups(forDirectory: directory), for: directory)
      for variant in catalog.variants(of: directory) where !search.isBroken {
        if !isTrusted { note(variant) }
        try look(
          at: variant.appending(name), variantOf: directory, meaning: guesses[directory],
          isInSystem: isInSystem, &search)
      }
      guard !search.isOver else { return }
      if !isTrusted { note(directory) }
      try look(
        at: directory.appending(name), meaning: guesses[directory], isInSystem: isInSystem, &search)
    }
  }

  /// Tries a path: adds a library to the hits, and records an unfit candidate.
  ///
  /// - Parameters:
  ///   - base: The directory that the path is a variant in.
  ///   - isListed: Whether the path is one of several in the system's cache.
  private mutating func look(
    at path: FilePath, variantOf base: FilePath? = nil, meaning: Int? = nil, isListed: Bool = false,
    isInSystem: Bool? = nil, _ search: inout Search
  ) throws(FileDefect) {
    budget -= 1
    guard budget >= 0 else {
      throw .malformedELF(
        "there are more than \(Self.candidateLimit) paths to try for the libraries that it needs")
    }
    // The system rejects it (ENAMETOOLONG), and the dynamic linker continues.
    guard path.bytes.count < LibraryNeeds.nameLimit else { return }
    let directory = path.removingLastComponent
    try charge(catalog.lookups(forDirectory: directory), for: directory)
    let candidate = catalog.candidate(at: path)
    // The entry of a missing file is no link.
    if case .absent = candidate { return }
    try charge(catalog.lookups(forFile: path), for: path)
    switch candidate {
    case .library(let needs, let stamp):
      let isInSystem = isInSystem ?? catalog.isSystemDirectory(path.removingLastComponent)
      do throws(FileDefect) {
        let digest = isInSystem ? nil : try catalog.digest(of: path, stamp)
        let variant = base.map { path.components.dropFirst($0.components.count).dropLast() }
        let chosen = LibraryCandidate(
          library: NeededLibrary(path: path.text, stamp: stamp, digest: digest),
          condition: .init(variant: Array(variant ?? []), meaning: meaning))
        search.hits.append(Hit(candidate: chosen, needs: needs))
        if base == nil, meaning == nil, !isListed { search.isOver = true }
      } catch {
        search.fail(path, error)
      }
    case .absent: break
    case .unfit(let defect):
      noteUnfit(path)
      search.missing.unsuitable.append(.init(path, defect))
    case .broken(.interposedLibrary(let entry, _)):
      throw .interposedLibrary(entry, library: path.text)
    case .broken(.notOpenable): throw .notOpenable(library: path.text)
    case .broken(let defect):
      noteUnfit(path)
      search.fail(path, defect)
    }
  }

  /// Counts the lookups for a path.
  private mutating func charge(_ cost: PathLookups.Cost, for path: FilePath) throws(FileDefect) {
    lookupBudget -= cost.lookups + cost.own
    guard cost.lookups <= Self.lookupLimitOfPath else {
      throw .malformedELF(
        "the path \(path), where a library that it needs is searched for, leads through more than "
          + "\(Self.lookupLimitOfPath) directory entries")
    }
    guard lookupBudget >= 0 else {
      throw .malformedELF(
        "there are more than \(Self.lookupLimit) directory entries to look up for the libraries that it needs"
      )
    }
  }

  private mutating func noteUnfit(_ path: FilePath) {
    if paths.insert(path).inserted { unfit.append(path) }
  }

  private mutating func note(_ directory: FilePath) {
    if noted.insert(directory).inserted { searched.append(directory) }
  }
}

extension LibraryWalk.Search {
  /// Ends the search with an error, as the dynamic linker does at a broken library.
  fileprivate mutating func fail(_ path: FilePath, _ defect: FileDefect) {
    missing.unsuitable.append(.init(path, defect))
    (isOver, isBroken) = (true, true)
  }
}
