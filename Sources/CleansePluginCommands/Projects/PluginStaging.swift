import CleansePluginHost
import CleanseSupport
import CleanseFindingReports

/// Copies plugins and contracts from the directory of a build into a plugin directory.
struct PluginStaging {
  private let source: String
  private let target: String

  init(from source: String, to target: String) {
    (self.source, self.target) = (source, target)
  }

  /// Removes what earlier builds have made, so that no build is mistaken for another.
  func removeBuilt() throws(CommandFailure) {
    let names = (try? PluginDirectory.entries(of: source)) ?? []
    for name in names where name.hasSuffix(".so") {
      let path = FilePath(source).appending(name)
      guard unsafe unlink(path.cString) == 0 || errno == ENOENT else {
        throw CommandFailure("can't remove \(path): \(SystemError.last)")
      }
    }
  }

  /// The plugins and contracts that the build has made; empty if there are none. Contracts are first, as a plugin that is
  /// loaded between two copies needs them.
  ///
  /// - Throws: A ``CommandFailure`` if a file can't be read.
  func libraries(for command: String) throws -> [BuiltLibrary] {
    try built(for: command).map { try BuiltLibrary($0, for: target) }
  }

  /// Copies what has changed. A file that a host may have loaded is replaced as a whole, and only after all have been written.
  ///
  /// - Throws: A ``CommandFailure`` if a file can't be written.
  func copy(_ libraries: [BuiltLibrary]) throws(CommandFailure) {
    var drafts: [(draft: FileDraft, path: String)] = []
    for library in libraries where library.isNew {
      drafts.append((try library.draft(for: library.target), library.target))
    }
    for (draft, path) in drafts { try BuiltLibrary.put(draft, at: path) }
  }

  /// Creates the plugin directory with its parents. Plugins in one that others can write to would be rejected.
  ///
  /// - Returns: The directories that did not exist, outermost first.
  func makeDirectories() throws(CommandFailure) -> [String] {
    let path = FilePath(target)
    var created: [String] = []
    for directory in path.from(.working).prefixes {
      if unsafe mkdir(directory.cString, 0o755) == 0 {
        created.append(directory.text)
      } else if errno != EEXIST {
        throw CommandFailure("can't create \(path): \(SystemError.last)")
      }
    }
    return created
  }

  /// The libraries of the build that are plugins or contracts, contracts first. Plugins use the contracts that the program has
  /// loaded, so copies of these are left out.
  private func built(for command: String) throws -> [String] {
    let path = PluginPath(operands: [source], policy: Policy())
    var trust = TrustPolicy()
    trust.allowsInsecure = true
    let host = PluginHost(directories: [source], trust: trust)
    let inspections = try path.reading(host.inspect(), for: command)
    let loaded = LoadedContract.identifiers
    let contracts = Set(
      inspections.providedContracts.filter { !loaded.contains($0.identifier) }
        .map { FilePath($0.file) })
    func isLibrary(_ inspection: PluginInspection) -> Bool {
      if case .notAPlugin = inspection.outcome { true } else { false }
    }
    let libraries = inspections.filter {
      isLibrary($0) && contracts.contains(FilePath($0.file.resolvedPath))
    }
    return (libraries + inspections.filter { !isLibrary($0) }).map(\.file.path)
  }
}
