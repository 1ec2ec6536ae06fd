import CleansePluginHost

/// The lock file of this program.
enum LockFile {
  /// Where it is, unless another is named.
  static let standard = PluginLock.fileName

  /// - Throws: A ``UsageError`` where there is none, or a ``HostFailure``.
  static func read(_ path: String, for command: String) throws -> PluginLock {
    let missing = UsageError(
      "there is no lock file \(path)", hints: ["`host lock` writes one"], command: command)
    return try withDocument(for: command, missing: missing) { () throws(DocumentError) in
      try PluginLock(contentsOf: path)
    }
  }
}
