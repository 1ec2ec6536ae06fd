import Glibc

/// Tells whether a path still leads to the file that was inspected.
///
/// Whoever replaces a file, or writes into it, changes the stamp: a new file has an inode of its own,
/// and the system sets the time of the change, which no program can choose. Two changes within one
/// tick of the system's clock, some milliseconds, have the same time; only a digest tells these apart.
public struct FileStamp: Hashable, Sendable, Codable {
  /// The file system that the file is in.
  public let device: UInt64
  /// Which file of that file system it is.
  public let inode: UInt64
  /// The size in bytes.
  public let size: UInt64
  /// When the contents were last written, in nanoseconds since the beginning of 1970 (UTC).
  public let modified: Int64
  /// When the contents, the permissions, the owner or the names last changed, likewise.
  public let changed: Int64

  /// The stamp of the regular file that a path leads to at this moment; nothing if there is none.
  public init?(path: String) {
    var status = stat()
    // The system would see what is before the null alone.
    guard !path.utf8.contains(0), unsafe stat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = UInt64(max(0, status.st_size))
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  /// A file system may hold any number, so times beyond the year 2262 wrap around.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
