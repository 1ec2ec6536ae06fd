/// A socket in the file system that this process has created.
package struct SocketFile: Sendable {
  private let path: String
  private let device: UInt64
  private let inode: UInt64

  /// Identifies the socket at a path; nil if there is none.
  package init?(path: String) {
    guard let (device, inode) = Self.identity(of: path) else { return nil }
    (self.path, self.device, self.inode) = (path, device, inode)
  }

  /// Whether the socket is at its path.
  package var isPresent: Bool {
    guard let (device, inode) = Self.identity(of: path) else { return false }
    return device == self.device && inode == self.inode
  }

  /// Removes the socket, unless another file has taken its place.
  package func remove() {
    if isPresent { unsafe unlink(path) }
  }

  private static func identity(of path: String) -> (device: UInt64, inode: UInt64)? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    return (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
  }
}
