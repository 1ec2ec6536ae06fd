/// A file that stays open while other code in this process runs, which can close any file.
package struct KeptFile: ~Copyable {
  /// Its number, which may belong to another file unless ``isOpen``.
  package private(set) var descriptor: Int32 = -1
  /// The reason why it could not be opened.
  package private(set) var failure: SystemError?
  private let path: String
  private var device: dev_t = 0
  private var inode: ino_t = 0

  /// Opens a file for reading.
  package init(_ path: String) {
    self.path = path
    reopen()
  }

  /// Opens the file again after other code has closed it. It probably gets the same number, so replacing the whole value
  /// would close it.
  package mutating func reopen() {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    failure = descriptor >= 0 ? nil : .last
    let status = Self.status(of: descriptor)
    (device, inode) = (status.st_dev, status.st_ino)
  }

  deinit {
    if isOpen { close(descriptor) }
  }

  /// Whether the descriptor is still that of the file: the number of a closed one belongs to the next file that is opened.
  package var isOpen: Bool {
    guard failure == nil else { return false }
    let status = Self.status(of: descriptor)
    return status.st_dev == device && status.st_ino == inode
  }

  /// The status of an open file; all zero if it is not open.
  private static func status(of descriptor: Int32) -> stat {
    var status = stat()
    unsafe fstat(descriptor, &status)
    return status
  }
}
