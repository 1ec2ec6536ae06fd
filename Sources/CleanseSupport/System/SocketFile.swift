/// A socket in the file system that this process has created.
package struct SocketFile: Sendable {
  private let path: String
  private let identity: FileIdentity

  /// Identifies the socket at a path; nil if there is none.
  package init?(path: String) {
    guard let identity = Self.identity(of: path) else { return nil }
    (self.path, self.identity) = (path, identity)
  }

  /// Whether the socket is at its path.
  package var isPresent: Bool {
    Self.identity(of: path) == identity
  }

  /// Removes the socket, unless another file has taken its place.
  package func remove() {
    if isPresent { unsafe unlink(path) }
  }

  private static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    return FileIdentity(status)
  }
}
