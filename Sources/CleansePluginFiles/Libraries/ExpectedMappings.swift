import CleanseSupport

/// Compares the files that the dynamic linker has mapped for a plugin with the inspected files.
///
/// A page of each inspected file is mapped, though never read, from before the plugin is loaded until the
/// comparison: a path may lead to another file at any time, but a mapping does not change.
///
/// Libraries that a constructor opens on its own are ignored unless a plugin needs them: running code can map
/// any file.
package struct ExpectedMappings: ~Copyable {
  /// The reason why the files can't be compared.
  package enum Failure: Error {
    /// The file at that path is not the inspected one.
    case changed(String)
    /// A system call failed; with a message.
    case unknown(String)
  }

  /// The addresses of a mapped page of each inspected file, the plugin's first.
  private var pages: [UInt] = []
  private let descriptor: Int32
  /// The objects that were loaded before any plugin.
  private let own: Set<[Range<UInt>]>

  /// The loaded objects that were compared with an inspected file. They are never unloaded.
  private static let verified = TrackedMutex<Set<[Range<UInt>]>>([])
  /// The objects that were loaded before the first plugin.
  private static let atStart = Set(LoadedObject.all().map(\.addresses))

  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  /// Maps a page of each inspected file.
  ///
  /// - Parameter stamp: The stamp of the plugin's file; nil to accept any file.
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

  /// The paths of the needed libraries that are mapped from files that were not inspected. Libraries that a
  /// previously loaded plugin also needs were compared then.
  ///
  /// - Throws: ``Failure/changed(_:)`` if the plugin itself is not mapped from the inspected file.
  package func unexpected(plugin: PluginFile) throws(Failure) -> [String] {
    guard let map = MemoryMap(reading: descriptor) else {
      throw .unknown("/proc/self/maps: \(SystemError(number: errno))")
    }
    let expected = pages.map(map.identity(at:))
    func identity(_ object: LoadedObject) -> MemoryMap.FileIdentity? {
      object.addresses.first.flatMap { map.identity(at: $0.lowerBound) }
    }
    // What a known object needs is known, too.
    let objects = LoadedObject.all(except: own.union(Self.verified.withLock { $0 }))
    guard case .some(.some(let first)) = expected.first,
      // A plugin that was loaded before is itself known.
      let loaded = objects.first(where: { identity($0) == first })
        ?? LoadedObject.all().first(where: { identity($0) == first })
    else { throw .changed(plugin.resolvedPath) }
    let others = LoadedObject.needed(by: loaded, among: objects)
    let files = Set(expected.compactMap(\.self))
    // Another thread may have compared some of them meanwhile, with the files of its plugin.
    let known = Self.verified.withLock { $0 }
    let unexpected = others.filter { object in
      !known.contains(object.addresses) && (identity(object).map { !files.contains($0) } ?? true)
    }
    // Otherwise, the next plugin that needs one of these libraries is compared with all of them again.
    if unexpected.isEmpty { Self.verified.withLock { $0.formUnion(others.map(\.addresses)) } }
    return unexpected.map(\.path)
  }
}
