import CleansePluginHost

/// The lock file of this program.
enum LockFile {
  /// Where it is, unless another is named.
  static let standard = PluginLock.fileName

  /// - Throws: A ``UsageError`` where there is none, or a ``HostFailure``.
  static func read(_ path: String, for command: String) throws -> PluginLock {
    do throws(TrustFileError) {
      return try PluginLock(contentsOf: path)
    } catch {
      guard error.isMissing else { throw HostFailure(error) }
      throw UsageError(
        "there is no lock file \(path)", hints: ["`host lock` writes one"], command: command)
    }
  }
}

/// Reads or writes a file that trust rests on, and tells what is wrong with it in the program's own
/// terms.
///
/// - Throws: A ``UsageError`` for one that is not there, which is a mistake of whoever named it, and a
///   ``HostFailure`` for any other trouble.
func trusting<Result>(
  for command: String, _ body: () throws(TrustFileError) -> Result
) throws -> Result {
  do throws(TrustFileError) {
    return try body()
  } catch {
    guard error.isMissing else { throw HostFailure(error) }
    throw UsageError(error.message, command: command)
  }
}

extension HostFailure {
  init(_ error: TrustFileError) {
    self.init(error.message, hints: error.remedy.map { [$0] } ?? [])
  }
}
