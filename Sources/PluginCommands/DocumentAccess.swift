import CleansePluginHost

/// Reads or writes documents that the command line or the policy names, and reports what is wrong with one in
/// the program's own terms.
///
/// - Parameter missing: The error for a file that is not there; by default, the document's own.
/// - Throws: A ``UsageError`` for a file that is not there, which is a mistake of the user who named it, and a
///   ``HostFailure`` for any other error.
func withDocument<Result>(
  for command: String, missing: UsageError? = nil, _ body: () throws(DocumentError) -> Result
) throws -> Result {
  do throws(DocumentError) {
    return try body()
  } catch {
    let failure = HostFailure(error)
    guard error.isMissing else { throw failure }
    throw missing
      ?? UsageError(error.message, hints: failure.hints, command: command, operand: error.path)
  }
}

extension HostFailure {
  /// Why a document can't be read or written.
  init(_ error: DocumentError) {
    self.init(error.message, hints: error.fix.map { [$0] } ?? [])
  }
}
