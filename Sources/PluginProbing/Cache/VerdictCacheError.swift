import CleanseSupport

/// Why there is no cache, or why something in it can't be removed.
///
/// It is for a host to tell once, and to go on without.
public struct VerdictCacheError: Error, Hashable, Sendable {
  enum Cause: Hashable {
    /// No variable says where it could be.
    case homeless
    /// The system refused to make, open or use something.
    case refused(errno: Int32)
    /// The directory is another user's.
    case foreign(owner: UInt32)
    /// Others than its owner may write to the directory.
    case writable(mode: UInt32)
  }

  let cause: Cause
  let path: String

  init(_ cause: Cause, path: String) {
    self.cause = cause
    self.path = path
  }

  /// What to do about it, in one line.
  public var fix: String {
    switch cause {
    case .homeless: "set HOME or XDG_CACHE_HOME to an absolute path"
    case .refused: "let the user who runs the host write there, or set XDG_CACHE_HOME"
    case .foreign: "run the host as the owner, or set XDG_CACHE_HOME to a directory of your own"
    case .writable: "chmod go-w \(path)"
    }
  }
}

extension VerdictCacheError: CustomStringConvertible {
  public var description: String {
    switch cause {
    case .homeless: "neither XDG_CACHE_HOME nor HOME is an absolute path"
    case .refused(let number): "\(path) can't be used: \(SystemError(number: number))"
    case .foreign(let owner): "\(path) belongs to the user with the number \(owner)"
    case .writable(let mode):
      "others than its owner may write to \(path) (mode \(String(mode, radix: 8)))"
    }
  }
}
