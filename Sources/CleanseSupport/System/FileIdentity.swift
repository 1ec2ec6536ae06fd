/// What identifies a file, whatever the path that leads to it: two paths with one identity lead to one file.
package struct FileIdentity: Hashable, Sendable {
  /// The device number of the file system.
  package let device: UInt64
  /// The inode number.
  package let inode: UInt64

  package init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// The identity of the file or directory at a path, which may be a symbolic link; nil if there is none.
  package init?(at path: FilePath) {
    var status = stat()
    guard !path.containsNull, unsafe stat(path.cString, &status) == 0 else { return nil }
    self.init(status)
  }
}
