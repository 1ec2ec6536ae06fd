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
  init(_ path: String) throws(VerdictCacheError) {
    guard !path.utf8.contains(0) else {
      throw VerdictCacheError(.refused(errno: EINVAL), path: path)
    }
    try Self.make(path)
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe open(path, flags)
    guard descriptor >= 0 else { throw VerdictCacheError(.refused(errno: errno), path: path) }
    do throws(VerdictCacheError) {
      try Self.check(descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Creates the missing ones of the last three path components: what the cache adds to the user's cache
  /// directory, and that directory itself; never the user's home.
  private static func make(_ path: String) throws(VerdictCacheError) {
    for level in FilePath(path).prefixes.suffix(3) {
      guard unsafe mkdir(level.cString, 0o700) == 0 || errno == EEXIST else {
        throw VerdictCacheError(.refused(errno: errno), path: level.text)
      }
    }
  }

  private static func check(_ descriptor: Int32, _ path: String) throws(VerdictCacheError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw VerdictCacheError(.refused(errno: errno), path: path)
    }
    guard UserIdentity.current.isSelf(status.st_uid) else {
      throw VerdictCacheError(.foreign(owner: status.st_uid), path: path)
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw VerdictCacheError(.writable(mode: status.st_mode & 0o7777), path: path)
    }
    guard unsafe faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 else {
      throw VerdictCacheError(.refused(errno: errno), path: path)
    }
  }
}
