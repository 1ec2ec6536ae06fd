/// A file that can't be read.
package enum FileSourceError: Error, Equatable {
  case unreadable(SystemError)
  case brokenLink(SystemError)
  /// With the kind of the entry, as in `a FIFO`.
  case notARegularFile(String)
  /// The file became shorter while it was read.
  case shortened

  /// Whether there is no such file.
  package var isMissing: Bool {
    switch self {
    case .unreadable(let error), .brokenLink(let error): error.number == ENOENT
    case .notARegularFile, .shortened: false
    }
  }

  /// The message, as a predicate whose subject is the file's path.
  package var predicate: String {
    switch self {
    case .unreadable(let error): "can't be read: \(error)"
    case .brokenLink(let error): "is a broken symbolic link: \(error)"
    case .notARegularFile(let kind): "is \(kind), not a regular file"
    case .shortened: "is truncated: the file became shorter while it was read"
    }
  }
}
