package import CleanseGraphAnalysis

/// Reads or writes documents that the command line or the policy names, and translates errors into those of the
/// program.
///
/// - Parameter missing: The error for a file that does not exist; by default, that of the document.
/// - Throws: A ``UsageError`` for a file that does not exist, and a ``CommandFailure`` for any other error.
package func withDocument<Result>(
  _ value: @autoclosure () throws(DocumentError) -> Result, for command: String?,
  missing: UsageError? = nil
) throws -> Result {
  do throws(DocumentError) {
    return try value()
  } catch {
    let failure = CommandFailure(error)
    guard error.isMissing else { throw failure }
    throw missing
      ?? UsageError(error.message, hints: failure.hints, command: command, operand: error.path)
  }
}

extension VersionedDocument {
  /// Reads the file that the command line or the policy names.
  ///
  /// - Parameter creation: The command or the option that creates such a file.
  /// - Throws: A ``UsageError`` if it does not exist, or a ``CommandFailure``.
  package static func read(
    _ path: String, createdBy creation: String, for command: String?
  ) throws -> Self {
    let missing = UsageError(
      "there is no \(noun) \(path)", hints: ["create it with `\(creation)`"], command: command)
    return try withDocument(Self(reading: path), for: command, missing: missing)
  }
}

extension CommandFailure {
  /// Creates the failure for a document that can't be read or written.
  package init(_ error: DocumentError) {
    self.init(error.message, hints: error.fix.map { [$0] } ?? [])
  }
}
