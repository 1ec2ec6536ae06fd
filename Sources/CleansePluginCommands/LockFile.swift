import CleanseSupport
import CleanseFindingReports
import CleansePluginHost

/// The lock file of this program.
enum LockFile {
  /// The default path.
  static let standard = PluginLock.fileName

  /// Reads a lock file.
  ///
  /// - Throws: A ``UsageError`` if it does not exist, or a ``CommandFailure``.
  static func read(_ path: String, for command: String) throws -> PluginLock {
    let missing = UsageError(
      "there is no lock file \(path)", hints: ["create it with `host lock`"],
      command: command)
    return try withDocument(PluginLock(contentsOf: path), for: command, missing: missing)
  }
}
