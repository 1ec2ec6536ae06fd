import CleanseConfinement
import CleanseProcesses
import CleanseSupport

/// What a fork server keeps for the sandboxes of its processes, of which it has one at a time.
struct SandboxSupplies {
  var directory: PrivateDirectory
  private var opened: (files: OpenedFiles, at: UInt64)?

  /// - Parameter parent: The directory for that of the server; nil if there is none.
  init(directoryIn parent: FilePath?) {
    directory = PrivateDirectory(in: parent)
  }

  /// The files that all processes may read, opened a short time ago at most: another file can take the place of one of them.
  mutating func files() throws(ConfinementError) -> OpenedFiles {
    let now = Clock.nanoseconds()
    if let opened, now - opened.at < Self.lifetime { return opened.files }
    let files = try OpenedFiles(ProbeConfinement.common, on: ProbeSandbox.kernel)
    opened = (files, now)
    return files
  }

  /// In nanoseconds.
  private static let lifetime: UInt64 = 1_000_000_000
}
