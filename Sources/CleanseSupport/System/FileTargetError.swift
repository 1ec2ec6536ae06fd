#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why nothing can be written at a path.
package struct FileTargetError: Error, Hashable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case system(SystemError)
    case directory
    /// A symbolic link that leads to no file.
    case brokenLink
    /// The directory that the file is to be in is not there.
    case noDirectory(String)
    /// A pipe or a device, where a file is wanted that can be read later.
    case stream
  }

  /// The path as it was named.
  package let path: String
  package let reason: Reason

  package init(path: String, reason: Reason) {
    (self.path, self.reason) = (path, reason)
  }

  /// One line without a full stop.
  package var description: String {
    let reason =
      switch reason {
      case .system(let error): error.description
      case .directory: "it is a directory"
      case .brokenLink: "it is a symbolic link that leads to no file"
      case .noDirectory(let directory): "there is no directory \(directory)"
      case .stream: "it is no regular file"
      }
    return "can't write to \(path): \(reason)"
  }

  /// What to do about it, if there is something to say.
  package var fix: String? {
    switch reason {
    case .system(let error):
      [EACCES, EPERM, EROFS, EBUSY].contains(error.number)
        ? "the file and its directory have to be writable: it is replaced as a whole" : nil
    case .directory: "name a file in it, as in \(path.hasSuffix("/") ? path : path + "/")report"
    case .brokenLink: "remove it, or make what it leads to"
    case .noDirectory: "make it, or name another file"
    case .stream: "name another file, or remove this one"
    }
  }
}
