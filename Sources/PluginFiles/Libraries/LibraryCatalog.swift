package import CleanseCrypto
import CleanseSupport

/// What was found out about shared libraries that plugins need, each looked at once.
///
/// Plugins of one host mostly need the same ones, so what one of them asked for is remembered for
/// the others, what isn't there included.
package final class LibraryCatalog: Sendable {
  /// What lies at a path where a library is looked for.
  enum Candidate: Sendable {
    case library(LibraryNeeds, FileStamp)
    /// No entry; the dynamic linker looks on.
    case absent
    /// What can't be opened, or is for another machine, at this moment; the dynamic linker looks on.
    case unfit(FileDefect)
    /// Something that makes the dynamic linker give up.
    case broken(FileDefect)
  }

  /// The process that libraries are to be loaded into.
  let process: HostProcess

  private struct Known {
    var candidates: [String: Candidate] = [:]
    /// What the system's cache has, by names.
    var listed: [String: [String]] = [:]
    /// Where variants of the libraries of a directory are looked for.
    var variants: [String: [String]] = [:]
    var digests: [String: ContentDigest] = [:]
    var symbols: [String: LibrarySymbols] = [:]
    var definitions: [String: Bool] = [:]
  }
  private let known = TrackedMutex(Known())

  init(_ process: HostProcess) {
    self.process = process
  }

  /// What a path leads to.
  func candidate(at path: String) -> Candidate {
    known.withLock { known in
      if let candidate = known.candidates[path] { return candidate }
      let candidate = Self.read(path)
      if known.candidates.count < Self.countLimit { known.candidates[path] = candidate }
      return candidate
    }
  }

  /// The directories within one that variants of its libraries are looked for in.
  func variants(of directory: String) -> [String] {
    known.withLock { known in
      if let variants = known.variants[directory] { return variants }
      let variants = LibraryVariants.directories(in: directory)
      if known.variants.count < Self.countLimit { known.variants[directory] = variants }
      return variants
    }
  }

  /// What the library at a path holds.
  func digest(of path: String, _ stamp: FileStamp) throws(FileDefect) -> ContentDigest {
    if let digest = known.withLock({ $0.digests[path] }) { return digest }
    let digest = try Self.digest(ofLibrary: path, stamp)
    known.withLock { if $0.digests.count < Self.countLimit { $0.digests[path] = digest } }
    return digest
  }

  /// Whether the system's own libraries are in a directory.
  func isOfSystem(_ directory: String) -> Bool {
    process.systemDirectories.contains(directory)
  }

  /// Where the system's cache has libraries of a name.
  func listedPaths(of name: String, avoidingSystem: Bool) -> [String] {
    let listed = known.withLock { known in
      if let paths = known.listed[name] { return paths }
      let paths = process.cache?.paths(of: name) ?? []
      if known.listed.count < Self.countLimit { known.listed[name] = paths }
      return paths
    }
    return avoidingSystem ? listed.filter { !isOfSystem(SearchPath.directory(of: $0)) } : listed
  }

  /// Those symbols of a library that matter.
  func symbols(of path: String) -> LibrarySymbols {
    known.withLock { known in
      if let symbols = known.symbols[path] { return symbols }
      let symbols = LibrarySymbols(path)
      if known.symbols.count < Self.countLimit { known.symbols[path] = symbols }
      return symbols
    }
  }

  /// Whether the process defines a symbol for all that it loads.
  func isDefined(_ symbol: String) -> Bool {
    known.withLock { known in
      if let answer = known.definitions[symbol] { return answer }
      let answer = process.defines(symbol)
      if known.definitions.count < Self.countLimit { known.definitions[symbol] = answer }
      return answer
    }
  }

  /// How many answers of a kind are remembered. No sensible plugins ask for as many; those that
  /// are made to harm are to cost time, and not memory.
  private static let countLimit = 100_000

  private static func read(_ path: String) -> Candidate {
    do throws(FileDefect) {
      let elf = try open(path)
      let dynamic = try DynamicSection(of: elf)
      try dynamic.checkStandIns()
      return .library(
        try LibraryNeeds(dynamic, DynamicStrings(of: elf, dynamic)), elf.file.stamp)
    } catch {
      switch error {
      // What a link leads to may go at every moment, so only the entry itself tells.
      case .unreadable: return LibraryVariants.exists(path) ? .unfit(error) : .absent
      case .brokenLink, .wrongClass, .wrongMachine: return .unfit(error)
      default: return .broken(error)
      }
    }
  }

  /// The largest library whose digest is made, in bytes; that takes some seconds. A library of the system may be larger.
  private static let sizeLimit: UInt64 = 2 << 30

  /// The digest of a library's whole file, read piece by piece.
  ///
  /// - Parameter stamp: Which file it has to be; nil for whichever there is.
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

  /// Opens a library of this machine.
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
