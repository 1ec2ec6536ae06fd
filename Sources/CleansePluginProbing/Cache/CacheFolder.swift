import CleanseSupport
import Glibc

/// The directory of a cache. All reads and writes in it go through this type.
///
/// It has no subdirectories: with 8,000 entries, opening one takes 4.5 µs either way, and spreading them over
/// 256 directories makes a walk over all of them slower.
struct CacheFolder: ~Copyable {
  /// A file of the cache.
  struct File {
    enum Kind {
      case entry
      /// A file that a writer has not renamed to its final name, or not yet.
      case unfinished
    }

    let name: String
    let kind: Kind
    let size: Int
    /// The time of the last write or recorded use, in seconds since 1970.
    let modified: Int
  }

  let path: String
  /// All access goes through this descriptor, so that the directory that was checked is the one that is used,
  /// wherever the path leads later.
  let descriptor: Int32

  /// Opens the directory, creating it if it is missing.
  ///
  /// - Parameter own: The number of the last path components that only the cache uses. Who can replace one of them can
  ///   write what the host reads, so each belongs to the user or root, and none is a link or writable by others.
  init(_ path: String, own: Int = 1) throws(OutcomeCacheError) {
    guard !path.utf8.contains(0) else {
      throw OutcomeCacheError(.refused(errno: EINVAL), path: path)
    }
    let levels = FilePath(path).prefixes
    guard let first = levels.suffix(own).first else {
      throw OutcomeCacheError(.refused(errno: EINVAL), path: path)
    }
    try Self.make(levels.dropLast(own).suffix(max(0, Self.made - own)))
    descriptor = try Self.open(first, as: first, in: AT_FDCWD, then: levels.suffix(own).dropFirst())
    self.path = path
  }

  deinit {
    close(descriptor)
  }

  /// The number of the last path components that are created: what the cache adds to the user's cache directory, and that
  /// directory itself; never the user's home.
  private static let made = 3

  private static func make(_ levels: ArraySlice<FilePath>) throws(OutcomeCacheError) {
    for level in levels {
      guard unsafe mkdir(level.cString, 0o700) == 0 || errno == EEXIST else {
        throw OutcomeCacheError(.refused(errno: errno), path: level.text)
      }
    }
  }

  /// Opens a directory, then each of the others in the one before it, so that all that leads to the last has been checked.
  ///
  /// - Returns: The descriptor of the last one.
  private static func open(
    _ level: FilePath, as name: FilePath, in parent: Int32, then rest: ArraySlice<FilePath>
  ) throws(OutcomeCacheError) -> Int32 {
    let directory = try enter(level, as: name, in: parent, isWritten: rest.isEmpty)
    guard let next = rest.first else { return directory }
    defer { close(directory) }
    return try open(next, as: next.name, in: directory, then: rest.dropFirst())
  }

  private static func enter(
    _ level: FilePath, as name: FilePath, in parent: Int32, isWritten: Bool
  ) throws(OutcomeCacheError) -> Int32 {
    guard unsafe mkdirat(parent, name.cString, 0o700) == 0 || errno == EEXIST else {
      throw OutcomeCacheError(.refused(errno: errno), path: level.text)
    }
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe openat(parent, name.cString, flags)
    guard descriptor >= 0 else {
      let cause = OutcomeCacheError.Cause.refused(errno: errno)
      throw OutcomeCacheError(isLink(name, in: parent) ? .link : cause, path: level.text)
    }
    do throws(OutcomeCacheError) {
      try check(descriptor, level.text, isWritten: isWritten)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func isLink(_ name: FilePath, in parent: Int32) -> Bool {
    var status = stat()
    return unsafe fstatat(parent, name.cString, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
  }

  /// - Parameter isWritten: Whether the entries are in the directory; root may own the others.
  private static func check(
    _ descriptor: Int32, _ path: String, isWritten: Bool
  ) throws(OutcomeCacheError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw OutcomeCacheError(.refused(errno: errno), path: path)
    }
    let user = UserIdentity.current
    guard isWritten ? user.isSelf(status.st_uid) : user.isSelfOrRoot(status.st_uid) else {
      throw OutcomeCacheError(.foreign(owner: status.st_uid), path: path)
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw OutcomeCacheError(.writable(mode: status.st_mode & 0o7777), path: path)
    }
    guard unsafe !isWritten || faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 else {
      throw OutcomeCacheError(.refused(errno: errno), path: path)
    }
  }
}
