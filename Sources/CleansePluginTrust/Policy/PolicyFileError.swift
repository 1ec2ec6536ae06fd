import CleanseGraphAnalysis
import CleansePluginMetadata
import CleanseSupport

/// An error in reading a policy file.
public struct PolicyFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cause of an error, which decides who can fix it.
  public enum Cause: Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// The file can't be read, or is too large.
    case unreadable
    /// The contents are invalid.
    case mistake
  }

  /// The cause of the error.
  public let cause: Cause
  /// A message of one line without a final period; it names the file and, if there is one, the line.
  public let message: String

  init(_ cause: Cause, _ message: String) {
    self.cause = cause
    self.message = message
  }

  init(_ error: DocumentError) {
    self.init(error.isMissing ? .missing : .unreadable, error.message)
  }

  init(_ error: ManifestError, in name: String) {
    let location = error.line.map { "\(name):\($0)" } ?? name
    let message = error.field.map { "\(location): `\($0)` \(error.message)" }
    self.init(.mistake, message ?? "\(location) \(error.message)")
  }

  /// The message.
  public var description: String { message }
}
