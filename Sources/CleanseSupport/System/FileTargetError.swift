/// A path that can't be written.
package struct FileTargetError: Error, Hashable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case system(SystemError)
    case directory
    /// A symbolic link whose target does not exist.
    case brokenLink
    /// The parent directory does not exist.
    case noDirectory(String)
    /// A pipe or a device, where a file that can be read later is needed.
    case stream
  }

  /// The path as given.
  package let path: String
  package let reason: Reason

  package init(path: String, reason: Reason) {
    (self.path, self.reason) = (path, reason)
  }

  /// A message of one line without a final period.
  package var description: String {
    let reason =
      switch reason {
      case .system(let error): error.description
      case .directory: "it is a directory"
      case .brokenLink: "it is a broken symbolic link"
      case .noDirectory(let directory): "there is no directory \(directory)"
      case .stream: "it is not a regular file"
      }
    return path.isEmpty ? "can't write to an empty path" : "can't write to \(path): \(reason)"
  }

  /// The suggested fix, if there is one.
  package var fix: String? {
    switch reason {
    case .system(let error):
      [EACCES, EPERM, EROFS, EBUSY].contains(error.number)
        ? "make the file and its directory writable: the file is replaced as a whole" : nil
    case .directory: "name a file in it, as in \(FilePath(path).appending("report"))"
    case .brokenLink: "remove it, or create its target"
    case .noDirectory: "create it, or specify another file"
    case .stream: "specify another file, or remove this one"
    }
  }
}
