import Glibc

/// The identity and the modification state of a file, to detect a change after its inspection.
///
/// Replacing a file changes the inode. Writing to it changes the change time, which the system sets and no
/// program can choose. Two changes within one tick of the system's clock (some milliseconds) have the same
/// time; only a digest distinguishes them.
public struct FileStamp: Hashable, Sendable, Codable {
  /// The device number of the file system.
  public let device: UInt64
  /// The inode number.
  public let inode: UInt64
  /// The size in bytes.
  public let size: UInt64
  /// The time of the last change of the contents (`mtime`), in nanoseconds since the beginning of 1970 (UTC).
  public let modified: Int64
  /// The time of the last change of the contents, permissions, owner or names (`ctime`), in the same unit.
  public let changed: Int64

  /// Reads the current stamp of the file at a path. Returns nil if there is no regular file.
  public init?(path: String) {
    var status = stat()
    // The system would ignore everything after the null.
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

  /// A file system may store any time; times after the year 2262 wrap around.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

extension FileStamp: CustomStringConvertible {
  /// All numbers, for keys of caches.
  public var description: String { "\(device) \(inode) \(size) \(modified) \(changed)" }
}

extension FileStamp {
  /// Whether the last change is so long ago that any later one has another time. File systems store times in steps of up to two
  /// seconds, and the system's clock proceeds in steps of some milliseconds.
  ///
  /// - Parameter time: The time at which the stamp was read, or one before, in nanoseconds since the beginning of 1970 (UTC).
  func isSettled(at time: Int64) -> Bool {
    let (age, isTooLarge) = time.subtractingReportingOverflow(changed)
    return !isTooLarge && age > 3_000_000_000
  }

  /// The present time, in the same nanoseconds.
  static func now() -> Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return nanoseconds(now)
  }
}
