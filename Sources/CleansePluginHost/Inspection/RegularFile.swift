import Glibc

/// An open regular file that is read piece by piece.
///
/// It is never mapped into memory: whoever truncates a mapped file kills its readers with SIGBUS.
struct RegularFile: ~Copyable {
  /// For libelf, which reads from it with `pread` and neither moves nor closes it.
  let descriptor: Int32
  /// The size in bytes when it was opened.
  let size: UInt64

  /// Opens the file if it is a regular one.
  ///
  /// What it is gets asked first, because opening a device may already do something, and opening
  /// must not wait for a FIFO's other end, should one take the file's place in between.
  init(_ file: PluginFile) throws(FileDefect) {
    guard file.isNameable else { throw .unreadable(errno: EILSEQ) }
    try Self.checkKind(of: file)
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = unsafe open(file.resolvedPath, flags)
    guard descriptor >= 0 else { throw .unreadable(errno: errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw .unreadable(errno: number)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notARegularFile(Self.kind(of: status.st_mode))
    }
    self.descriptor = descriptor
    self.size = UInt64(max(0, status.st_size))
  }

  deinit {
    close(descriptor)
  }

  /// The bytes of a run.
  ///
  /// - Throws: ``FileDefect/unreadable(errno:)``, and ``FileDefect/truncated(_:)`` when the file has
  ///   become shorter since it was opened.
  func bytes(in extent: FileExtent) throws(FileDefect) -> [UInt8] {
    guard let count = Int(exactly: extent.count), let start = off_t(exactly: extent.offset) else {
      throw .truncated("the file became shorter while it was read")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        // In bounds: `done` is less than `count`, the size of the buffer.
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        return unsafe pread(descriptor, rest.baseAddress, rest.count, start + off_t(done))
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw .unreadable(errno: errno) }
      guard read > 0 else { throw .truncated("the file became shorter while it was read") }
      done += read
    }
    return bytes
  }

  private static func checkKind(of file: PluginFile) throws(FileDefect) {
    var status = stat()
    guard unsafe stat(file.resolvedPath, &status) == 0 else {
      let number = errno
      var link = stat()
      let isLink = unsafe lstat(file.path, &link) == 0 && link.st_mode & S_IFMT == S_IFLNK
      throw isLink && [ENOENT, ELOOP, ENOTDIR].contains(number)
        ? .brokenLink(errno: number) : .unreadable(errno: number)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .notARegularFile(kind(of: status.st_mode))
    }
  }

  private static func kind(of mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFDIR: "a directory"
    case S_IFIFO: "a FIFO"
    case S_IFSOCK: "a socket"
    case S_IFCHR: "a character device"
    case S_IFBLK: "a block device"
    default: "a special file"
    }
  }
}
