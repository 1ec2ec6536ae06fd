/// An error in reading or writing a file of the host: a lock, a key, a signature, a baseline or a graph document.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or directory, as given.
  public let path: String
  /// A message of one line without a final period; it names the file.
  public let message: String
  /// The suggested fix, if there is one.
  public let fix: String?
  /// Whether the file does not exist, which is an error of the caller that named it.
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
