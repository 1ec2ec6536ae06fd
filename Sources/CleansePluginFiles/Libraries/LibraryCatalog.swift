package import CleanseCrypto
import CleanseSupport

/// A cache of the shared libraries that plugins need. Each library is read once.
///
/// The plugins of a host mostly need the same libraries, so results for one plugin are cached for the others,
/// including negative ones.
package final class LibraryCatalog: Sendable {
  /// The file system entry at a path where a library is searched for.
  enum Candidate: Sendable {
    case library(LibraryNeeds, FileStamp)
    /// No entry; the dynamic linker continues its search.
    case absent
    /// A file that can't be opened, or is for another machine; the dynamic linker continues its search.
    case unfit(FileDefect)
    /// A file that makes the dynamic linker fail.
    case broken(FileDefect)
  }

  /// The process that will load the libraries.
  let process: HostProcess

  private struct Known {
    var candidates = LimitedCache<FilePath, Candidate>()
    /// The paths in the system's cache, by library name.
    var listed = LimitedCache<LinkerName, [FilePath]>()
    /// The directories of library variants, by directory.
    var variants = LimitedCache<FilePath, [FilePath]>()
    var digests = LimitedCache<FilePath, ContentDigest>()
    var symbols = LimitedCache<FilePath, LibrarySymbols>()
    var definitions = LimitedCache<LinkerName, Bool>()
    var contracts = LimitedCache<FilePath, LibraryContracts>()
    var exports = LimitedCache<FilePath, LibraryExports>()
    var privateLibraries = LimitedCache<FilePath, PrivateLibrary>()
    /// By the search path and its origin.
    var searchPaths = LimitedCache<LinkerName, SearchPath.Expansion>()
    var lookups = PathLookups()
  }
  private let known = TrackedMutex(Known())

  init(_ process: HostProcess) {
    self.process = process
  }

  /// The candidate at a path.
  func candidate(at path: FilePath) -> Candidate {
    known.withLock { $0.candidates.value(of: path) { Self.read(path) } }
  }

  /// The number of directory entries that are looked up for a directory.
  func lookups(forDirectory path: FilePath) -> PathLookups.Cost {
    known.withLock { $0.lookups.cost(ofDirectory: path) }
  }

  /// The number of directory entries that are looked up for a file.
  func lookups(forFile path: FilePath) -> PathLookups.Cost {
    known.withLock { $0.lookups.cost(of: path) }
  }

  /// The subdirectories in which the dynamic linker searches for variants of a directory's libraries.
  func variants(of directory: FilePath) -> [FilePath] {
    known.withLock {
      $0.variants.value(of: directory) { LibraryVariants.directories(in: directory) }
    }
  }

  /// The digest of the library at a path.
  func digest(of path: FilePath, _ stamp: FileStamp) throws(FileDefect) -> ContentDigest {
    if let digest = known.withLock({ $0.digests[path] }) { return digest }
    let digest = try Self.digest(ofLibrary: path.text, stamp)
    known.withLock { $0.digests[path] = digest }
    return digest
  }

  /// Whether a directory is one of the system's default library directories.
  func isSystemDirectory(_ directory: FilePath) -> Bool {
    process.systemDirectories.contains(directory)
  }

  /// The paths of the libraries with a name in the system's cache.
  func listedPaths(of name: LinkerName, avoidingSystem: Bool) -> [FilePath] {
    let listed = known.withLock {
      $0.listed.value(of: name) { process.cache?.paths(of: name) ?? [] }
    }
    return avoidingSystem
      ? listed.filter { !isSystemDirectory($0.removingLastComponent) } : listed
  }

  /// The symbols of a library that the inspection needs.
  func symbols(of path: String) -> LibrarySymbols {
    known.withLock { $0.symbols.value(of: FilePath(path)) { LibrarySymbols(path) } }
  }

  /// The contracts that a library provides.
  func contracts(of path: String) -> LibraryContracts {
    known.withLock { $0.contracts.value(of: FilePath(path)) { LibraryContracts(path) } }
  }

  /// The symbols of a library of the process.
  ///
  /// - Parameter path: The library's path; empty for the program.
  func exports(of path: String) -> LibraryExports {
    known.withLock {
      $0.exports.value(of: FilePath(path)) {
        LibraryExports(path.isEmpty ? "/proc/self/exe" : path)
      }
    }
  }

  /// The symbols of a library that a plugin brings.
  func privateLibrary(_ path: String) -> PrivateLibrary {
    if let known = known.withLock({ $0.privateLibraries[FilePath(path)] }) { return known }
    // It uses the catalog itself.
    let library = PrivateLibrary(path, self)
    known.withLock { $0.privateLibraries[FilePath(path)] = library }
    return library
  }

  /// Whether the process exports a symbol.
  func isDefined(_ symbol: String) -> Bool {
    known.withLock { $0.definitions.value(of: LinkerName(symbol)) { process.defines(symbol) } }
  }

  /// The symbols that the process does not export.
  func undefined(among symbols: [LinkerName]) -> [LinkerName] {
    known.withLock { known in
      symbols.filter { symbol in
        !known.definitions.value(of: symbol) { process.defines(symbol.text) }
      }
    }
  }

  /// The directories of a search path.
  func directories(of list: String, origin: FilePath) -> SearchPath.Expansion {
    guard !list.isEmpty else { return SearchPath.Expansion() }
    // A longer one would make the cache large.
    guard list.utf8.count < LibraryNeeds.nameLimit else {
      return SearchPath.Expansion(of: list, origin: origin)
    }
    // Neither has a null.
    let key = LinkerName(bytes: Array(list.utf8) + [0] + origin.bytes)
    return known.withLock {
      $0.searchPaths.value(of: key) { SearchPath.Expansion(of: list, origin: origin) }
    }
  }

  private static func read(_ path: FilePath) -> Candidate {
    do throws(FileDefect) {
      let elf = try open(path.text)
      try SegmentLayout.checkDynamicSection(of: elf)
      let dynamic = try DynamicSection(of: elf)
      // The dynamic linker goes by the flag alone. (`_dl_map_object_from_fd` in glibc's `elf/dl-load.c`.)
      guard !dynamic.isMarkedExecutable else { throw .executable }
      try dynamic.checkLoading()
      var needs = try LibraryNeeds(dynamic, DynamicStrings(of: elf, dynamic))
      needs.effects = LoadEffects(of: elf, dynamic)
      return .library(needs, elf.file.stamp)
    } catch {
      switch error {
      // The target of a link may disappear at any time, so the entry itself is checked.
      case .unreadable: return LibraryVariants.exists(path) ? .unfit(error) : .absent
      case .brokenLink, .wrongClass, .wrongMachine: return .unfit(error)
      default: return .broken(error)
      }
    }
  }

  /// The maximum size of a library to hash, in bytes; hashing that takes some seconds. System libraries, which are
  /// not hashed, may be larger.
  private static let sizeLimit: UInt64 = 2 << 30

  /// The digest of a library's file, which is read in parts.
  ///
  /// - Parameter stamp: The expected stamp of the file; nil to accept any file.
  package static func digest(
    ofLibrary path: String, _ stamp: FileStamp? = nil
  ) throws(FileDefect) -> ContentDigest {
    let elf = try open(path)
    guard stamp == nil || elf.file.stamp == stamp else {
      throw .truncated("the file changed while it was read")
    }
    guard elf.file.size <= sizeLimit else {
      throw .tooLarge(size: elf.file.size, limit: sizeLimit)
    }
    return try elf.file.digest()
  }

  /// Opens a shared library for this machine.
  static func open(_ path: String) throws(FileDefect) -> ElfFile {
    let file = try RegularFile(PluginFile(path: path))
    let head = FileExtent(offset: 0, count: file.size, within: file.size)?
      .prefix(ElfIdentification.headerSize)
    if let head { try ElfIdentification.check(Array(file.bytes(in: head)), size: file.size) }
    let elf = try ElfFile(file)
    guard elf.kind == .shared else { throw elf.kind == .executable ? .executable : .objectFile }
    return elf
  }
}
