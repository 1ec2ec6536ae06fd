/// Finds all shared libraries that a plugin brings into the process, as the dynamic linker would, and
/// those that it would not find.
///
/// The order is the dynamic linker's: the inherited paths of the file that needs a library and of
/// those that brought it, where it has no run path itself; `LD_LIBRARY_PATH`; its run path; the
/// system's cache; the system's directories. (ld.so(8).) The run path of the program counts for the
/// program alone, so a library beside it is not found through it; but one that is loaded is there
/// for all. Variants of a library for newer processors, in folders `glibc-hwcaps`, are not looked for:
/// where there is one, there is a plain one, too.
struct LibraryWalk {
  /// Libraries that are not loaded yet, by their paths, each after what brings it.
  private(set) var found: [String] = []
  private(set) var missing: [MissingLibrary] = []

  private let catalog: LibraryCatalog
  /// The plugin's own directory.
  private let home: String
  private var present: Set<String> = []
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
        guard let (library, needs) = try search(name, for: current, isPlugin: next == 1) else {
          continue
        }
        if let own = needs.ownName { present.insert(own) }
        guard !found.contains(library) else { continue }
        found.append(library)
        queue.append(requester(library, needs, inherited: current.inherited))
      }
    }
  }

  private mutating func isNew(_ name: String) -> Bool {
    !catalog.process.libraryNames.contains(name) && present.insert(name).inserted
  }

  private func requester(
    _ path: String, _ needs: LibraryNeeds, inherited: [String]
  ) -> Requester {
    let own =
      needs.runPath == nil
      ? SearchPath.directories(
        needs.inheritedPath ?? "", origin: SearchPath.directory(of: path)) : []
    return Requester(path: path, needs: needs, inherited: own + inherited)
  }

  /// The library of a name; where there is none, that is noted.
  private mutating func search(
    _ name: String, for requester: Requester, isPlugin: Bool
  ) throws(FileDefect) -> (path: String, needs: LibraryNeeds)? {
    let origin = SearchPath.directory(of: requester.path)
    let runPath = requester.needs.runPath
    let directories =
      (runPath == nil ? requester.inherited : []) + catalog.process.environmentDirectories
      + SearchPath.directories(runPath ?? "", origin: origin)
    var missing = MissingLibrary(
      name: name, requester: isPlugin ? nil : requester.path, directories: directories,
      isLookedForBeside: directories.contains(home))
    // What is a path is not looked for.
    let isPath = name.utf8.contains(UInt8(ascii: "/"))
    let named =
      isPath
      ? SearchPath.expansions(of: name, origin: origin) : directories.map { "\($0)/\(name)" }
    switch try first(of: named, &missing) {
    case .library(let path, let needs): return (path, needs)
    case .absent where !isPath:
      let listed = catalog.systemCandidates(name, avoidingSystem: requester.needs.avoidsSystem)
      if case .library(let path, let needs) = try first(of: listed, &missing) {
        return (path, needs)
      }
    default: break
    }
    self.missing.append(missing)
    return nil
  }

  private enum Outcome {
    case library(String, LibraryNeeds)
    case absent
    case broken
  }

  /// The first library among some paths. What is no library is noted.
  private mutating func first(
    of paths: [String], _ missing: inout MissingLibrary
  ) throws(FileDefect) -> Outcome {
    for path in paths {
      budget -= 1
      guard budget >= 0 else {
        throw .malformedELF(
          "there are more than \(Self.candidateLimit) places to look for what it needs")
      }
      switch catalog.candidate(at: path) {
      case .library(let needs): return .library(path, needs)
      case .absent: continue
      case .foreign(let defect): missing.unsuitable.append("\(path) \(defect.predicate)")
      case .broken(let defect):
        missing.unsuitable.append("\(path) \(defect.predicate)")
        return .broken
      }
    }
    return .absent
  }
}
