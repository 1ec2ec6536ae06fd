/// A regular file that is open for reading.
///
/// It is never read through a mapping, because truncating a mapped file kills its readers with SIGBUS.
package struct FileSource: ~Copyable {
  /// The descriptor, which is closed with this value.
  package let descriptor: Int32
  /// The status of the file when it was opened.
  package let status: stat

  /// The size in bytes when the file was opened.
  package var size: UInt64 { UInt64(max(0, status.st_size)) }

  /// Opens a regular file.
  ///
  /// The kind is checked first, because opening a device may have side effects. Opening does not block, in case a
  /// FIFO replaces the file after the check.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which may be a symbolic link.
  ///   - resolvedPath: The path to open, if the link was resolved before.
  ///   - isExpected: Whether a regular file was found at the path before, so that the kind is only checked once it is open.
  package init(
    _ path: String, resolvedPath: String? = nil, isExpected: Bool = false
  ) throws(FileSourceError) {
    let target = resolvedPath ?? path
    if !isExpected { try Self.checkKind(of: target, path: path) }
    let descriptor = unsafe open(target, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadable(.last) }
    do throws(FileSourceError) {
      status = try Self.status(of: descriptor)
      self.descriptor = descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    close(descriptor)
  }

  /// Reads bytes from an offset on.
  ///
  /// - Throws: Also if the file has become shorter since it was opened.
  package func read(from offset: UInt64, count: UInt64) throws(FileSourceError) -> [UInt8] {
    guard let count = Int(exactly: count), let start = off_t(exactly: offset) else {
      throw .shortened
    }
    var failure: FileSourceError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        // In bounds: `done` is less than `count`, which is the size of the buffer.
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[done..<count])
        let read = retryingInterrupts {
          unsafe pread(descriptor, rest.baseAddress, rest.count, start + off_t(done))
        }
        switch read {
        case .success(0):
          failure = .shortened
          return
        case .success(let count): done += count
        case .failure(let error):
          failure = .unreadable(error)
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private static func status(of descriptor: Int32) throws(FileSourceError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(.last) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .notARegularFile(kind(of: status.st_mode))
    }
    return status
  }

  private static func checkKind(of target: String, path: String) throws(FileSourceError) {
    var status = stat()
    guard unsafe stat(target, &status) == 0 else {
      let error = SystemError.last
      var link = stat()
      let isLink = unsafe lstat(path, &link) == 0 && link.st_mode & S_IFMT == S_IFLNK
      throw isLink && [ENOENT, ELOOP, ENOTDIR].contains(error.number)
        ? .brokenLink(error) : .unreadable(error)
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
