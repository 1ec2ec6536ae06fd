import CleanseSupport

/// The open file with the map of this process.
struct OpenMemoryMap: ~Copyable {
  private var descriptor: Int32
  private var device: dev_t
  private var inode: ino_t

  /// The reason why it could not be opened.
  private(set) var failure: SystemError?

  init() {
    (descriptor, device, inode) = (-1, 0, 0)
    reopen()
  }

  /// Opens the map again after other code has closed it. The file probably gets the same number, so replacing the whole
  /// value would close it.
  mutating func reopen() {
    descriptor = unsafe open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    failure = descriptor >= 0 ? nil : .last
    let status = Self.status(of: descriptor)
    (device, inode) = (status.st_dev, status.st_ino)
  }

  deinit {
    if isOpen { close(descriptor) }
  }

  /// Whether the descriptor is still that of the map: other code in this process can close it, and its number then belongs
  /// to the next file that is opened.
  var isOpen: Bool {
    guard failure == nil else { return false }
    let status = Self.status(of: descriptor)
    return status.st_dev == device && status.st_ino == inode
  }

  /// The current map, which must not be used longer than this value.
  func read() throws(SystemError) -> MemoryMap {
    guard let map = MemoryMap(of: descriptor) else { throw .last }
    return map
  }

  /// The status of an open file; all zero if it is not open.
  private static func status(of descriptor: Int32) -> stat {
    var status = stat()
    unsafe fstat(descriptor, &status)
    return status
  }
}
