import CleanseSupport
package import CleansePluginMetadata

/// A host that plugins are compared with instead of the running one: the libraries of directories, or what a document
/// says.
package struct OtherHost: Sendable {
  /// The error for a library of the framework that does not describe itself.
  package struct Unreadable: Error {
    package let path: String
    /// The predicate of a sentence about the library.
    package let reason: String
  }

  /// The framework; nil if the directories have none, so that it is that of the running host.
  package let framework: FrameworkNote?
  /// The plugins that it has.
  package private(set) var plugins: [PluginManifest]
  /// What the process would be like.
  let process: HostProcess

  /// Creates the host that a document describes.
  package init(_ description: HostDescription, plugins: [PluginManifest]) {
    framework = description.framework
    self.plugins = plugins
    var process = Self.unknown(.current)
    // The symbols of its library are not known.
    process.sharesFramework = false
    process.libraryPaths = []
    process.contracts = description.contracts
    process.libraryNames.formUnion(
      description.contracts.map { LinkerName(lastComponent(of: $0.file)) })
    self.process = process
  }

  /// Creates the host that has the libraries and plugins of directories.
  ///
  /// - Parameters:
  ///   - files: The files of these directories.
  ///   - current: This process.
  /// - Throws: ``Unreadable`` for the library of the framework among the files.
  package init(_ files: [PluginFile], in directories: [String]) throws(Unreadable) {
    try self.init(files, in: directories, from: .current)
  }

  init(
    _ files: [PluginFile], in directories: [String], from current: HostProcess
  ) throws(Unreadable) {
    var process = Self.unknown(current)
    let replaced = Self.contractNames(in: process, replacedBy: files)
    process.libraryNames.subtract(replaced)
    process.programNames.subtract(replaced)
    process.libraryPaths = []
    let resolved = directories.map { SystemPath.resolved(FilePath($0)) ?? FilePath($0) }
    process.environmentDirectories = resolved + process.environmentDirectories
    let library = files.first {
      FilePath($0.path).lastComponent == FilePath(EmbeddedFramework.library)
    }?.path
    framework = try library.map { path throws(Unreadable) in
      let symbols = LibrarySymbols(path)
      process.sharesFramework = symbols.isComplete
      process.defines = { symbols.names.contains(LinkerName($0)) }
      process.definer = { symbols.names.contains(LinkerName($0)) ? path : nil }
      return try Self.note(of: path)
    }
    self.process = process
    plugins = []
    let inspector = PluginInspector(self)
    plugins = files.parallelMap(inspector.inspect).compactMap(\.usable?.manifest)
  }

  /// A process, without the properties that another one on this system may not have.
  private static func unknown(_ current: HostProcess) -> HostProcess {
    var process = current
    process.staticStorageLimit = StaticStorage.limit(reserving: nil)
    process.knowsInterposition = false
    return process
  }

  /// The names of this process's libraries with contracts of which the other host has its own libraries: plugins get those.
  private static func contractNames(
    in process: HostProcess, replacedBy files: [PluginFile]
  ) -> Set<LinkerName> {
    func contracts(_ path: String) -> [String] {
      LibraryContracts(path).provided.map(\.identifier)
    }
    let others = Set(files.flatMap { contracts($0.path) })
    guard !others.isEmpty else { return [] }
    let replaced = process.libraryPaths.filter { !others.isDisjoint(with: contracts($0)) }
    return Set(replaced.map { LinkerName(lastComponent(of: $0)) })
  }

  /// The note of the framework's library at a path.
  private static func note(of path: String) throws(Unreadable) -> FrameworkNote {
    let notes = try translating(LibraryCatalog.open(path).cleanseNotes()) { (error: FileDefect) in
      Unreadable(path: path, reason: error.predicate)
    }
    guard let note = notes.first(where: { $0.type == .framework }) else {
      throw Unreadable(
        path: path, reason: "has no note of the framework, as it is older than this host")
    }
    return try translating(FrameworkNote(elfDescription: note.content)) { (error: ManifestError) in
      Unreadable(
        path: path, reason: "has a note of the framework that can't be read: \(error.clause)")
    }
  }
}
