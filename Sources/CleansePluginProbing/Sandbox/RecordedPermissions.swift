import CleanseConfinement
package import CleansePluginMetadata
package import CleanseSupport

/// The permissions with which processes could have done what they did.
package struct RecordedPermissions: Sendable {
  /// What any process that runs plugins may read and write.
  private var known: Set<FilePath>
  /// What it reads to run plugins, such as the plugin directories and the policy file.
  private var deciding: Set<FilePath>
  private var readable: Set<FilePath> = []
  private var writable: Set<FilePath> = []
  private var executable: Set<FilePath> = []
  private var access = SystemAccess()
  private var refused: Set<String> = []
  /// The sockets for TCP that were opened.
  private var streams: Set<String> = []

  /// - Parameter confinement: The confinement of such a process, without permissions.
  init(beyond confinement: Confinement) {
    deciding = Set(confinement.readable.compactMap { SystemPath.resolved($0) })
    known = deciding.union(confinement.writable.compactMap { SystemPath.resolved($0) })
  }

  mutating func add(_ use: Access) {
    switch use {
    case .reading(let path): if isNotable(path) { readable.insert(path) }
    case .writing(let path): if isNotable(path) { writable.insert(path) }
    case .executing(let path): executable.insert(path)
    case .connecting(let port): access.connectPorts.insert(port)
    case .binding(let port): access.bindPorts.insert(port)
    case .resolvingNames: access.resolvesNames = true
    case .openingStream(let refusal): streams.insert("\(refusal)")
    case .other(let refusal): refused.insert("\(refusal)")
    }
  }

  /// What the processes did and no recorded permission allows, in words as in "tried to …".
  package var others: Set<String> {
    let replaceable = Self.merged(executable).filter(isReplaceable).map {
      "\(Refusal.execution($0)), which they may also write"
    }
    let refused = self.refused.union(replaceable)
    let hasPorts = !access.connectPorts.isEmpty || !access.bindPorts.isEmpty
    return hasPorts
      ? refused : refused.union(streams.map { "\($0) that they neither connect nor bind" })
  }

  /// Whether a permission is needed for a path; none is for what the kernel shows of the process itself.
  private func isNotable(_ path: FilePath) -> Bool {
    !path.isWithin("/proc") && !known.contains { path.isWithin($0) }
  }

  /// Adds what other processes did.
  package mutating func formUnion(_ other: RecordedPermissions) {
    known.formUnion(other.known)
    deciding.formUnion(other.deciding)
    readable.formUnion(other.readable)
    writable.formUnion(other.writable)
    executable.formUnion(other.executable)
    access = access.union(other.access)
    refused.formUnion(other.refused)
    streams.formUnion(other.streams)
  }

  /// The permissions, with at most as many paths as a policy file may have.
  package var permissions: Permissions {
    var access = access
    access.writable = Self.merged(writable)
    access.readable = Self.merged(readable).filter { path in
      !access.writable.contains { path.isWithin($0) }
    }
    return Permissions(
      access, executing: Self.merged(executable).filter { !isReplaceable($0) })
  }

  /// The paths to write that have something below them which decides what runs, such as a plugin directory, each with the first
  /// of these.
  package var exposing: [(path: FilePath, file: FilePath)] {
    Self.merged(writable).sorted().compactMap { path in
      deciding.filter { $0.isWithin(path) }.min().map { (path, $0) }
    }
  }

  /// Whether a path is below one that is written, where no permission for it is valid.
  private func isReplaceable(_ path: FilePath) -> Bool {
    Self.merged(writable).contains { $0 != path && path.isWithin($0) }
  }

  /// The same with an existing directory in place of each file to write that has been removed since: a path without a file allows
  /// nothing.
  package var withExistingPaths: RecordedPermissions {
    var recorded = self
    recorded.writable = Set(writable.map(Self.existing))
    return recorded
  }

  /// The path, or the deepest directory above it that exists, unless that is the root.
  private static func existing(_ path: FilePath) -> FilePath {
    var existing = path
    while SystemPath.resolved(existing) == nil, existing != "/" {
      existing = existing.removingLastComponent
    }
    return existing == "/" ? path : existing
  }

  /// Replaces the deepest paths by their directories until there are few enough, and leaves out what is in others.
  private static func merged(_ paths: Set<FilePath>) -> Set<FilePath> {
    var paths = paths
    while paths.count > SystemAccess.limit,
      let depth = paths.map(\.components.count).max(), depth > 1
    {
      paths = Set(paths.map { $0.components.count == depth ? $0.removingLastComponent : $0 })
    }
    return paths.filter { path in !paths.contains { $0 != path && path.isWithin($0) } }
  }
}
