/// Why a lock, a key or a signature can't be read or written.
public struct TrustFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as it was named.
  public let path: String
  /// What is wrong, in one line without a full stop; it names the file.
  public let message: String
  /// What to do about it, if there is something to say.
  public let remedy: String?
  /// Whether there is no such file.
  public let isMissing: Bool

  init(path: String, message: String, remedy: String? = nil, isMissing: Bool = false) {
    self.path = path
    self.message = message
    self.remedy = remedy
    self.isMissing = isMissing
  }

  public var description: String { message }
}
