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

  /// The mapped files that are not the ones that were inspected for the plugin; by path.
  package struct Mismatch {
    /// Files that were not inspected at all.
    package var uninspected: [String] = []
    /// Libraries of plugins that were loaded before.
    package var ofOthers: [String] = []

    package var isEmpty: Bool { uninspected.isEmpty && ofOthers.isEmpty }
  }

  /// The addresses of a mapped page of each inspected file, the plugin's first.
  private var pages: [UInt] = []
  private let libraries: [NeededLibrary]
  private let descriptor: Int32
  /// The objects that were loaded before any plugin.
  private let own: Set<[Range<UInt>]>

  /// The loaded objects that were compared with an inspected file. They are never unloaded.
  private static let verified = TrackedMutex(VerifiedObjects())
  /// The objects that were loaded before the first plugin, and the names that lead to them.
  private static let atStart = {
    let objects = LoadedObject.all()
    return (addresses: Set(objects.map(\.addresses)), names: LoadedObject.names(of: objects))
  }()

  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  /// Maps a page of each inspected file.
  ///
  /// - Parameter stamp: The stamp of the plugin's file; nil to accept any file.
  package init(
    plugin: PluginFile, _ stamp: FileStamp?, libraries: [NeededLibrary]
  ) throws(Failure) {
    own = Self.atStart.addresses
    self.libraries = libraries
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

  /// Compares the needed libraries, transitively, with the inspected ones. Those that the process had loaded before any
  /// plugin are not compared.
  ///
  /// - Throws: ``Failure/changed(_:)`` if the plugin itself is not mapped from the inspected file.
  package func mismatch(plugin: PluginFile) throws(Failure) -> Mismatch {
    guard let map = MemoryMap(reading: descriptor) else {
      throw .unknown("/proc/self/maps: \(SystemError(number: errno))")
    }
    let expected = pages.map(map.identity(at:))
    func identity(_ object: LoadedObject) -> MemoryMap.FileIdentity? {
      object.addresses.first.flatMap { map.identity(at: $0.lowerBound) }
    }
    // What a known object needs is known, too.
    let objects = LoadedObject.all(except: own.union(Self.verified.withLock { $0.addresses }))
    guard case .some(.some(let first)) = expected.first,
      // A plugin that was loaded before is itself known.
      let loaded = objects.first(where: { identity($0) == first })
        ?? LoadedObject.all().first(where: { identity($0) == first })
    else { throw .changed(plugin.resolvedPath) }
    let others = LoadedObject.needed(by: loaded, among: objects)
    let files = Set(expected.compactMap(\.self))
    // Another thread may have compared some of them meanwhile, with the files of its plugin.
    let known = Self.verified.withLock { $0 }
    var mismatch = Mismatch()
    mismatch.uninspected = others.filter { object in
      !known.addresses.contains(object.addresses)
        && (identity(object).map { !files.contains($0) } ?? true)
    }.map(\.path)
    let newNames = Set(
      others.map { LinkerName($0.needs.ownName ?? lastComponent(of: $0.path)) })
    mismatch.ofOthers = known.needed(
      by: others.flatMap(\.needs.names).map { LinkerName($0) }
    ) {
      Self.atStart.names.contains($0) || newNames.contains($0)
    }.filter { !isExpected($0, files) }.map(\.path)
    // Otherwise, the next plugin that needs one of these libraries is compared with all of them again.
    if mismatch.isEmpty { verify(others, expected, identity) }
    return mismatch
  }

  /// Whether a library of another plugin is one that was inspected for this plugin, or has its contents.
  private func isExpected(
    _ object: VerifiedObjects.Object, _ files: Set<MemoryMap.FileIdentity>
  ) -> Bool {
    object.identity.map(files.contains) ?? false
      || object.digest != nil && libraries.contains { $0.digest == object.digest }
  }

  private func verify(
    _ objects: [LoadedObject], _ expected: [MemoryMap.FileIdentity?],
    _ identity: (LoadedObject) -> MemoryMap.FileIdentity?
  ) {
    let found = objects.map { object in
      let identity = identity(object)
      // The plugin comes before the libraries.
      let index = expected.dropFirst().firstIndex { $0 != nil && $0 == identity }
      return VerifiedObjects.Object(
        path: object.path, needs: object.needs, identity: identity,
        digest: index.flatMap { libraries[$0 - 1].digest }, isLibrary: index != nil)
    }
    Self.verified.withLock { verified in
      for (object, loaded) in zip(found, objects) { verified.add(object, loaded.addresses) }
    }
  }
}
