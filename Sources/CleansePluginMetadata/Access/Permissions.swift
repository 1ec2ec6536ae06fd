public import CleanseSupport

/// What the process that runs plugins may do: an operator lists it, and everything else is refused.
///
/// A process can do what any confined one can, such as reading the system's libraries, the plugin directories, and using what
/// it has opened before.
public struct Permissions: Hashable, Sendable {
  /// The files, TCP ports and host names.
  public var access: SystemAccess
  /// The programs that it may execute, with the same permissions, and the directories of such programs.
  package let executable: Set<FilePath>
  /// How much memory it may have for itself, in bytes; nil for any amount. A process that it forks may have as much again.
  public let memory: Int?

  /// Creates permissions to use files, ports and names only.
  public init(_ access: SystemAccess = SystemAccess()) {
    (self.access, executable, memory) = (access, [], nil)
  }

  /// Creates permissions.
  ///
  /// - Parameters:
  ///   - access: The files, TCP ports and host names.
  ///   - programs: The paths of the programs that it may execute.
  ///   - memory: How much memory it may have for itself, in bytes; nil for any amount.
  /// - Throws: A ``ManifestError`` for a path that is not absolute, has `.` or `..`, or appears twice, and for less memory
  ///   than any host needs.
  public init(
    _ access: SystemAccess, executing programs: [String], memory: Int? = nil
  ) throws(ManifestError) {
    self.access = access
    executable = try SystemAccess.paths(programs, "exec")
    if let memory, memory < Self.leastMemory {
      throw ManifestError(field: "memory", message: "is less than 128 MiB")
    }
    self.memory = memory
  }

  /// Creates permissions of paths that the caller has checked.
  package init(_ access: SystemAccess, executing programs: Set<FilePath>) {
    (self.access, executable, memory) = (access, programs, nil)
  }

  /// What a host needs at its start, and a plugin with a few threads.
  static let leastMemory = 128 << 20
}
