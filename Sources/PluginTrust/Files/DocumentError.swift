/// Why a file that the host keeps can't be read or written: a lock, a key, a signature, a baseline, a graph
/// document.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or directory, as it was named.
  public let path: String
  /// What is wrong, in one line without a full stop; it names the file.
  public let message: String
  /// What to do about it, if there is something to say.
  public let fix: String?
  /// Whether there is no such file, which is a mistake of the caller who named it.
  public let isMissing: Bool

  package init(path: String, message: String, fix: String? = nil, isMissing: Bool = false) {
    self.path = path
    self.message = message
    self.fix = fix
    self.isMissing = isMissing
  }

  /// The message.
  public var description: String { message }
}
