import CleanseSupport

/// The error thrown when the cache can't be opened or an entry can't be removed.
///
/// A host reports it once and continues without the cache.
public struct OutcomeCacheError: Error, Hashable, Sendable {
  enum Cause: Hashable {
    /// No environment variable determines the directory.
    case homeless
    /// The system refused to create, open or use a file.
    case refused(errno: Int32)
    /// The directory belongs to another user.
    case foreign(owner: UInt32)
    /// Users other than the owner may write to the directory.
    case writable(mode: UInt32)
    /// The directory is a symbolic link.
    case link
  }

  let cause: Cause
  let path: String

  init(_ cause: Cause, path: String) {
    self.cause = cause
    self.path = path
  }

  /// Whether another user could have written the entries, so that a user has to know why the cache is not used.
  package var isUnsafe: Bool {
    switch cause {
    case .foreign, .writable, .link: true
    case .homeless, .refused: false
    }
  }

  /// The suggested fix, in one line.
  public var fix: String {
    switch cause {
    case .homeless: "set HOME or XDG_CACHE_HOME to an absolute path"
    case .refused(errno: EACCES), .refused(errno: EPERM):
      "make it writable by the user who runs the host, or set XDG_CACHE_HOME"
    case .refused: "set XDG_CACHE_HOME to another directory"
    case .foreign: "run the host as the owner, or set XDG_CACHE_HOME to a directory of your own"
    case .writable: "chmod go-w \(path)"
    case .link: "remove the link, and set XDG_CACHE_HOME to the directory that is to have the cache"
    }
  }
}

extension OutcomeCacheError: CustomStringConvertible {
  public var description: String {
    switch cause {
    case .homeless: "neither XDG_CACHE_HOME nor HOME is an absolute path"
    case .refused(let number): "\(path) can't be used: \(SystemError(number: number))"
    case .foreign(let owner): "\(path) belongs to user \(owner)"
    case .writable(let mode):
      "\(path) is writable by users other than its owner (mode \(String(mode, radix: 8)))"
    case .link: "\(path) is a symbolic link"
    }
  }
}
