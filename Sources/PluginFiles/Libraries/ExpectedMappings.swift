import CleanseSupport
import Glibc

/// Compares what the dynamic linker has mapped for a plugin with the files that were inspected.
///
/// The inspected files are mapped before the plugin is loaded, though never read, and stay so until the comparison: a
/// path may lead to another file at every moment, a mapping does not.
///
/// What a constructor opens by itself does not count, unless a plugin needs it: code that runs can map what it likes.
package struct ExpectedMappings: ~Copyable {
  /// What keeps the files from being compared.
  package enum Failure: Error {
    /// A file is not the one that was inspected; with its path.
    case changed(String)
    /// The system does not tell.
    case unknown(String)
  }

  /// The addresses of one page of each inspected file, the plugin's first.
  private var pages: [UInt] = []
  private let descriptor: Int32
  /// What was loaded before any plugin.
  private let own: Set<[Range<UInt>]>

  /// What is loaded and was compared with an inspected file. It is never unloaded.
  private static let verified = TrackedMutex<Set<[Range<UInt>]>>([])
  /// What this process had loaded when its first plugin was about to be.
  private static let atStart = Set(LoadedObject.all().map(\.addresses))

  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  /// Maps the files that were inspected.
  ///
  /// - Parameter stamp: Which file the plugin has to be; nil for whichever there is.
  package init(
    plugin: PluginFile, _ stamp: FileStamp?, libraries: [NeededLibrary]
  ) throws(Failure) {
    own = Self.atStart
    descriptor = unsafe open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unknown("/proc/self/maps: \(SystemError(number: errno))") }
    pages.append(try Self.page(of: plugin.resolvedPath, stamp))
    for library in libraries {
      pages.append(try Self.page(of: library.path, library.stamp))
    }
  }

  deinit {
    for page in pages { unsafe munmap(UnsafeMutableRawPointer(bitPattern: page), Self.pageSize) }
    close(descriptor)
  }

  private static func page(
    of path: String, _ stamp: FileStamp?
  ) throws(Failure) -> UInt {
    let page: UInt?
    do throws(FileDefect) {
      page = try mappedPage(of: RegularFile(PluginFile(path: path)), stamp)
    } catch {
      if case .unreadable(let number) = error, ![ENOENT, ENOTDIR, ELOOP, ESTALE].contains(number) {
        throw .unknown("\(path): \(SystemError(number: number))")
      }
      throw .changed(path)
    }
    guard let page else { throw .unknown("\(path): \(SystemError(number: errno))") }
    return page
  }

  private static func mappedPage(
    of file: borrowing RegularFile, _ stamp: FileStamp?
  ) throws(FileDefect) -> UInt? {
    guard stamp == nil || file.stamp == stamp else { throw .unreadable(errno: ESTALE) }
    return file.mappedPage()
  }

  /// The paths of the libraries that the plugin needs and that are mapped from files that were not inspected. What it
  /// shares with a plugin that was loaded before was compared then.
  ///
  /// - Throws: ``Failure/changed(_:)`` where not even the plugin is mapped from the file that was inspected.
  package func unexpected(plugin: PluginFile) throws(Failure) -> [String] {
    let objects = LoadedObject.all()
    guard let map = MemoryMap(reading: descriptor) else {
      throw .unknown("/proc/self/maps: \(SystemError(number: errno))")
    }
    let expected = pages.map(map.identity(at:))
    func identity(_ object: LoadedObject) -> MemoryMap.FileIdentity? {
      object.addresses.first.flatMap { map.identity(at: $0.lowerBound) }
    }
    guard case .some(.some(let first)) = expected.first,
      let loaded = objects.first(where: { identity($0) == first })
    else { throw .changed(plugin.resolvedPath) }
    let known = own.union(Self.verified.withLock { $0 })
    let others = LoadedObject.needed(by: loaded, among: objects)
      .filter { !known.contains($0.addresses) }
    let files = Set(expected.compactMap(\.self))
    let unexpected = others.filter { object in identity(object).map { !files.contains($0) } ?? true
    }
    let fine = others.map(\.addresses).filter { !unexpected.map(\.addresses).contains($0) }
    Self.verified.withLock { $0.formUnion(fine) }
    return unexpected.map(\.path)
  }
}
