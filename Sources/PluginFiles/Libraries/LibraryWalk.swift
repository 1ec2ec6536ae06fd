/// Finds all shared libraries that the dynamic linker may map for a plugin, and those that it would not find.
///
/// The order is the dynamic linker's: the inherited paths of the file that needs a library and of
/// those that brought it, where it has no run path itself; `LD_LIBRARY_PATH`; its run path; the
/// system's cache; the system's directories; in each directory, the variants for some processors first. (ld.so(8).)
/// The run path of the program counts for the program alone, so a library next to it is not found through it; but one
/// that is loaded is there for all.
///
/// Which variant is chosen depends on the processor, and what `$LIB` and `$PLATFORM` stand for on the build of glibc.
/// So every one counts, up to and with the first library that every machine finds.
struct LibraryWalk {
  /// Libraries that are not loaded yet, each after what brings it.
  private(set) var found: [NeededLibrary] = []
  private(set) var missing: [MissingLibrary] = []
  /// The directories that were searched, whether or not they exist, but for those of the environment: whoever can put
  /// a library into one of them has it loaded.
  private(set) var searched: [String] = []
  /// What is no library, or none for this machine, where one was looked for: whoever can change it has it loaded.
  private(set) var unfit: [String] = []

  private let catalog: LibraryCatalog
  /// The plugin's own directory.
  private let home: String
  private var present: Set<String> = []
  /// The paths of what was found, fit or not.
  private var paths: Set<String> = []
  /// Those that were searched.
  private var noted: Set<String> = []
  /// Those of which only this machine's dynamic linker knows whether it looks there.
  private var guesses: Set<String> = []
  private var budget = Self.candidateLimit

  /// The most places that are looked at for one plugin. Real ones need some hundreds, and lists of
  /// directories may be long.
  static let candidateLimit = 20_000

  /// A file whose needs are to be met.
  private struct Requester {
    let path: String
    let needs: LibraryNeeds
    /// What it passes on to those that it brings.
    let inherited: [String]
  }

  /// Walks through everything at once.
  ///
  /// - Parameters:
  ///   - path: Where the plugin will be loaded from, absolute.
  ///   - needs: What the plugin itself needs.
  /// - Throws: ``FileDefect/malformedELF(_:)`` when there are more places to look at than the limit.
  init(
    _ path: String, _ needs: LibraryNeeds, _ catalog: LibraryCatalog
  ) throws(FileDefect) {
    self.catalog = catalog
    home = SearchPath.directory(of: path)
    if let name = needs.ownName { present.insert(name) }
    var queue = [requester(path, needs, inherited: catalog.process.inheritedDirectories)]
    var next = 0
    while next < queue.count {
      let current = queue[next]
      next += 1
      for name in current.needs.names where isNew(name) {
        let hits = try search(name, for: current, isPlugin: next == 1)
        // Only a name that every variant has is one that the library is known by on every machine.
        if let own = hits.first?.needs.ownName, hits.allSatisfy({ $0.needs.ownName == own }) {
          present.insert(own)
        }
        for hit in hits where paths.insert(hit.library.path).inserted {
          found.append(hit.library)
          queue.append(requester(hit.library.path, hit.needs, inherited: current.inherited))
        }
      }
    }
  }

  /// What any copy of the process has loaded is not looked for. What this one has loaded later is: the process of a
  /// probe has not.
  private mutating func isNew(_ name: String) -> Bool {
    !catalog.process.programNames.contains(name) && present.insert(name).inserted
  }

  private mutating func requester(
    _ path: String, _ needs: LibraryNeeds, inherited: [String]
  ) -> Requester {
    let own =
      needs.runPath == nil
      ? directories(needs.inheritedPath ?? "", origin: SearchPath.directory(of: path)) : []
    return Requester(path: path, needs: needs, inherited: own + inherited)
  }

  private mutating func directories(_ list: String, origin: String) -> [String] {
    guesses.formUnion(SearchPath.guesses(list, origin: origin))
    return SearchPath.directories(list, origin: origin)
  }

  /// A library, and what it needs in turn.
  fileprivate typealias Hit = (library: NeededLibrary, needs: LibraryNeeds)

  /// The search for one name.
  fileprivate struct Search {
    var hits: [Hit] = []
    var missing: MissingLibrary
    /// Whether no machine makes the dynamic linker look on.
    var isOver = false
    /// Whether the dynamic linker gives up.
    var isBroken = false
  }

  /// The libraries of a name that the dynamic linker may choose; where there is none, that is noted.
  private mutating func search(
    _ name: String, for requester: Requester, isPlugin: Bool
  ) throws(FileDefect) -> [Hit] {
    let origin = SearchPath.directory(of: requester.path)
    let runPath = requester.needs.runPath
    let inherited = runPath == nil ? requester.inherited : []
    let environment = catalog.process.environmentDirectories
    let own = self.directories(runPath ?? "", origin: origin)
    let directories = inherited + environment + own
    var search = Search(
      missing: MissingLibrary(
        name: name, requester: isPlugin ? nil : requester.path, directories: directories,
        isLookedForBeside: directories.contains(home)))
    if search.missing.isPath {
      // What is a path is not looked for.
      let paths = SearchPath.expansions(of: name, origin: origin)
      for path in paths where !search.isOver {
        note(SearchPath.directory(of: path))
        try look(at: path, isVariant: paths.count > 1, &search)
      }
    } else {
      try look(for: name, in: inherited, &search)
      try look(for: name, in: environment, isTrusted: true, &search)
      try look(for: name, in: own, &search)
      try lookInSystem(for: name, avoidingSystem: requester.needs.avoidsSystem, &search)
    }
    if search.isBroken || search.hits.isEmpty, !catalog.process.libraryNames.contains(name) {
      missing.append(search.missing)
    }
    return search.hits
  }

  private mutating func lookInSystem(
    for name: String, avoidingSystem: Bool, _ search: inout Search
  ) throws(FileDefect) {
    guard !search.isOver else { return }
    let before = search.hits.count
    // The cache has variants, too. Which of its libraries is chosen depends on the processor.
    for path in catalog.listedPaths(of: name, avoidingSystem: avoidingSystem)
    where !search.isBroken {
      note(SearchPath.directory(of: path))
      try look(at: path, isVariant: true, isOfSystem: true, &search)
    }
    if search.hits.count > before { search.isOver = true }
    guard !avoidingSystem else { return }
    try look(for: name, in: catalog.process.systemDirectories, &search)
  }

  /// - Parameter isTrusted: Whether others may put libraries there, as far as the user is concerned.
  private mutating func look(
    for name: String, in directories: [String], isTrusted: Bool = false, _ search: inout Search
  ) throws(FileDefect) {
    for directory in directories where !search.isOver {
      let isOfSystem = catalog.isOfSystem(directory)
      for variant in catalog.variants(of: directory) where !search.isBroken {
        if !isTrusted { note(variant) }
        try look(at: "\(variant)/\(name)", isVariant: true, isOfSystem: isOfSystem, &search)
      }
      guard !search.isOver else { return }
      if !isTrusted { note(directory) }
      try look(
        at: "\(directory)/\(name)", isVariant: guesses.contains(directory), isOfSystem: isOfSystem,
        &search)
    }
  }

  /// Takes a library for a hit, and notes what is none.
  private mutating func look(
    at path: String, isVariant: Bool = false, isOfSystem: Bool? = nil, _ search: inout Search
  ) throws(FileDefect) {
    budget -= 1
    guard budget >= 0 else {
      throw .malformedELF(
        "there are more than \(Self.candidateLimit) places to look for what it needs")
    }
    switch catalog.candidate(at: path) {
    case .library(let needs, let stamp):
      let isOfSystem = isOfSystem ?? catalog.isOfSystem(SearchPath.directory(of: path))
      do throws(FileDefect) {
        let digest = isOfSystem ? nil : try catalog.digest(of: path, stamp)
        search.hits.append((NeededLibrary(path: path, stamp: stamp, digest: digest), needs))
        if !isVariant { search.isOver = true }
      } catch {
        search.fail(path, error)
      }
    case .absent: break
    case .unfit(let defect):
      noteUnfit(path)
      search.missing.unsuitable.append("\(path) \(defect.predicate)")
    case .broken(.standIn(let entry, _)): throw .standIn(entry, library: path)
    case .broken(let defect):
      noteUnfit(path)
      search.fail(path, defect)
    }
  }

  private mutating func noteUnfit(_ path: String) {
    if paths.insert(path).inserted { unfit.append(path) }
  }

  private mutating func note(_ directory: String) {
    if noted.insert(directory).inserted { searched.append(directory) }
  }
}

extension LibraryWalk.Search {
  /// What is no library ends the search, as it ends that of the dynamic linker.
  fileprivate mutating func fail(_ path: String, _ defect: FileDefect) {
    missing.unsuitable.append("\(path) \(defect.predicate)")
    (isOver, isBroken) = (true, true)
  }
}
