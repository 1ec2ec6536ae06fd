import CleanseSupport

/// Compares the files that the dynamic linker has mapped for plugins with the inspected files.
///
/// A page of each inspected file is mapped, though never read, from before its plugin is loaded until the
/// comparison: a path may lead to another file at any time, but a mapping does not change. The plugins that are loaded one
/// after the other are compared together, at the end, because the map of their process is long.
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

  /// The inspected files of a plugin.
  package struct Files {
    let path: String
    let libraries: [NeededLibrary]
    /// The addresses of a mapped page of each file, the plugin's first.
    let pages: [UInt]
  }

  private var plugins: [LoadedFiles] = []
  private var pages: [UInt] = []
  private var libraryPages: [NeededLibrary: UInt] = [:]
  /// Opened before a plugin can keep the process from it.
  private var map = KeptFile("/proc/self/maps")

  private static let objects = TrackedMutex(ComparedObjects())
  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  /// Prepares the comparison of plugins that are loaded from now on.
  package init() {
    Self.objects.withLock { $0.begin() }
  }

  /// Does once what is done for each plugin and depends on nothing, so that the runtime has the types of it.
  package static func rehearse() {
    let objects = LoadedObject.all()
    _ = LoadedObject.needed(by: objects.last, among: objects)
  }

  deinit {
    for page in pages { unsafe munmap(UnsafeMutableRawPointer(bitPattern: page), Self.pageSize) }
  }

  /// Maps a page of each inspected file of a plugin that is about to be loaded.
  ///
  /// - Parameter stamp: The stamp of the plugin's file; nil to accept any file.
  package mutating func files(
    of plugin: PluginFile, _ stamp: FileStamp?, libraries: [NeededLibrary]
  ) throws(Failure) -> Files {
    // A plugin that could not be loaded may have closed it.
    if !map.isOpen { map.reopen() }
    if let error = map.failure { throw .noMap(error) }
    var found = [try page(of: plugin.resolvedPath, stamp)]
    for library in libraries { found.append(try page(of: library)) }
    return Files(path: plugin.resolvedPath, libraries: libraries, pages: found)
  }

  /// Adds a plugin that was loaded.
  ///
  /// - Parameter address: The address of one of its own functions.
  /// - Throws: If the plugin has closed the map of the process.
  package mutating func add(_ files: Files, loadedAt address: UInt) throws(Failure) {
    guard map.isOpen else {
      map.reopen()
      throw .noMap(SystemError(number: EBADF))
    }
    plugins.append(Self.objects.withLock { $0.loaded(files, at: address) })
  }

  /// Compares the needed libraries of the added plugins, transitively, with the inspected ones. Those that the process had
  /// loaded before any plugin are not compared.
  ///
  /// - Returns: The result for each plugin, in the order in which they were added; a failure
  ///   ``Failure/changed(_:)`` if the plugin itself is not mapped from the inspected file.
  package func mismatches() -> [Result<Mismatch, Failure>] {
    guard !plugins.isEmpty else { return [] }
    guard let current = MemoryMap(of: map.descriptor) else {
      let error = SystemError.last
      return plugins.map { _ in .failure(.noMap(error)) }
    }
    return Self.objects.withLock { objects in
      plugins.map { plugin in
        Result { () throws(Failure) in try objects.mismatch(of: plugin, in: current) }
      }
    }
  }
}

extension ExpectedMappings {
  private mutating func page(of library: NeededLibrary) throws(Failure) -> UInt {
    if let page = libraryPages[library], FileStamp(path: library.path) == library.stamp {
      return page
    }
    let page = try page(of: library.path, library.stamp)
    libraryPages[library] = page
    return page
  }

  private mutating func page(of path: String, _ stamp: FileStamp?) throws(Failure) -> UInt {
    let file = try Self.opened(path)
    guard stamp == nil || FileStamp(file.status) == stamp else { throw .changed(path) }
    guard let page = file.mappedPage() else { throw .unknown("\(path): \(SystemError.last)") }
    pages.append(page)
    return page
  }

  private static func opened(_ path: String) throws(Failure) -> FileSource {
    do throws(FileSourceError) {
      // The dynamic linker opens what is at the path in any case, without a look at its kind.
      return try FileSource(path, isExpected: true)
    } catch {
      if case .unreadable(let reason) = error,
        ![ENOENT, ENOTDIR, ELOOP, ESTALE].contains(reason.number)
      {
        throw .unknown("\(path): \(reason)")
      }
      throw .changed(path)
    }
  }
}

extension FileSource {
  /// Maps the first page and returns its address. The caller owns the mapping and must not read it, because the file
  /// may be truncated at any time. Returns nil if the mapping fails.
  fileprivate func mappedPage() -> UInt? {
    let page = unsafe mmap(
      nil, sysconf(Int32(_SC_PAGESIZE)), PROT_READ, MAP_PRIVATE, descriptor, 0)
    return unsafe page == MAP_FAILED ? nil : UInt(bitPattern: page)
  }
}

extension ExpectedMappings.Failure {
  fileprivate static func noMap(_ error: SystemError) -> Self {
    .unknown("/proc/self/maps: \(error)")
  }
}
