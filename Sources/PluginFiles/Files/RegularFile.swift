package import CleanseCrypto
import CleanseSupport
import Glibc

/// An open regular file, which is read in parts or copied to memory as a whole.
///
/// It is never read through a mapping, because truncating a mapped file kills its readers with SIGBUS.
/// The first bytes are read when the file is opened, as they identify most files. Other bytes are read from the
/// file on each request until ``copy()`` was called.
package struct RegularFile: ~Copyable {
  /// The file's stamp when it was opened.
  let stamp: FileStamp
  private let descriptor: Int32
  /// The file's first bytes; all bytes after ``copy()``.
  private var start: [UInt8] = []

  /// The size in bytes when the file was opened.
  package var size: UInt64 { stamp.size }

  /// The number of bytes that are read when a file is opened: enough for the headers and notes where
  /// linkers put them.
  static let headSize: UInt64 = 4096

  /// Opens a regular file.
  ///
  /// The kind is checked first, because opening a device may have side effects. Opening does not block, in case a
  /// FIFO replaces the file after the check.
  package init(_ file: PluginFile) throws(FileDefect) {
    guard file.isNameable else { throw .unreadable(errno: EILSEQ) }
    try Self.checkKind(of: file)
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = unsafe open(file.resolvedPath, flags)
    guard descriptor >= 0 else { throw .unreadable(errno: errno) }
    do throws(FileDefect) {
      let stamp = try Self.stamp(of: descriptor)
      start = try Self.read(descriptor, 0, count: min(stamp.size, Self.headSize))
      self.stamp = stamp
      self.descriptor = descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    close(descriptor)
  }

  /// All bytes of the file, as ``copy()`` read them; nil before.
  var contents: [UInt8]? { UInt64(start.count) == size ? start : nil }

  /// Reads the whole file to memory, so that later changes of the file have no effect.
  mutating func copy() throws(FileDefect) {
    guard contents == nil else { return }
    start = try Self.read(descriptor, 0, count: size)
  }

  /// The bytes of an extent.
  ///
  /// - Throws: ``FileDefect/unreadable(errno:)``, or ``FileDefect/truncated(_:)`` if the file has
  ///   become shorter since it was opened.
  package func bytes(in extent: FileExtent) throws(FileDefect) -> ArraySlice<UInt8> {
    let known = FileExtent(
      offset: extent.offset, count: extent.count, within: UInt64(start.count))
    if let known { return start[Int(known.offset)...].prefix(Int(known.count)) }
    return try Self.read(descriptor, extent.offset, count: extent.count)[...]
  }

  /// Maps the first page and returns its address. The caller owns the mapping and must not read it, because the file
  /// may be truncated at any time. Returns nil if the mapping fails.
  func mappedPage() -> UInt? {
    let page = unsafe mmap(nil, sysconf(Int32(_SC_PAGESIZE)), PROT_READ, MAP_PRIVATE, descriptor, 0)
    return unsafe page == MAP_FAILED ? nil : UInt(bitPattern: page)
  }

  /// The digest of the whole file, which is read in parts.
  package func digest() throws(FileDefect) -> ContentDigest {
    var hasher = ContentDigest.Hasher()
    var rest = FileExtent(offset: 0, count: size, within: size)
    while let current = rest, current.count > 0 {
      let part = current.prefix(Self.pieceSize)
      hasher.update(try bytes(in: part))
      rest = current.suffix(from: part.count)
    }
    return hasher.finish()
  }

  private static let pieceSize: UInt64 = 1 << 20

  private static func stamp(of descriptor: Int32) throws(FileDefect) -> FileStamp {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .notARegularFile(kind(of: status.st_mode))
    }
    return FileStamp(status)
  }

  private static func read(
    _ descriptor: Int32, _ offset: UInt64, count: UInt64
  ) throws(FileDefect) -> [UInt8] {
    guard let count = Int(exactly: count), let start = off_t(exactly: offset) else {
      throw .truncated("the file became shorter while it was read")
    }
    var failure: FileDefect?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        // In bounds: `done` is less than `count`, which is the size of the buffer.
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[done..<count])
        let read = retryingInterrupts {
          unsafe pread(descriptor, rest.baseAddress, rest.count, start + off_t(done))
        }
        switch read {
        case .success(0):
          failure = .truncated("the file became shorter while it was read")
          return
        case .success(let count): done += count
        case .failure(let error):
          failure = .unreadable(errno: error.number)
          return
        }
      }
    }
    if let failure { throw failure }
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
