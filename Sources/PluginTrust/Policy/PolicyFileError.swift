import PluginMetadata
import CleanseSupport

/// Why a policy file can't be used.
public struct PolicyFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Who has to do something about it.
  public enum Cause: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// The system does not give its contents, or there are too many of them.
    case unreadable
    /// Its contents are at fault.
    case mistake
  }

  /// Who has to do something about it.
  public let cause: Cause
  /// What is wrong, in one line without a full stop; it names the file and, where there is one, the line.
  public let message: String

  init(_ cause: Cause, _ message: String) {
    self.cause = cause
    self.message = message
  }

  init(_ error: DocumentError) {
    self.init(error.isMissing ? .missing : .unreadable, error.message)
  }

  init(_ error: ManifestError, in name: String) {
    let place = error.line.map { "\(name):\($0)" } ?? name
    let message = error.field.map { "\(place): `\($0)` \(error.message)" }
    self.init(.mistake, message ?? "\(place) \(error.message)")
  }

  /// The message.
  public var description: String { message }
}
