import Glibc

/// The directory of a cache, and the only place that reads and writes in it.
///
/// It lies flat: with 8,000 entries, opening one takes 4.5 µs either way, and spreading them over 256
/// directories makes going through all of them slower.
struct CacheFolder: ~Copyable {
  /// A file of the cache.
  struct File {
    enum Kind {
      case entry
      /// What a writer has not put in place, or not yet.
      case unfinished
    }

    let name: String
    let kind: Kind
    let size: Int
    /// When it was written or last of use, in seconds.
    let modified: Int
  }

  let path: String
  /// Everything goes through it, so that what was checked is what is used, whatever the path leads
  /// to later.
  let descriptor: Int32

  /// Opens the directory, after making it if it is missing.
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

  /// Makes what is missing of the directory's last three levels, which is what the cache adds to
  /// the place for caches, and that place itself; never the user's home.
  private static func make(_ path: String) throws(VerdictCacheError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for count in parts.indices.suffix(3) where !parts[count].isEmpty {
      let level = parts[...count].joined(separator: "/")
      guard unsafe mkdir(level, 0o700) == 0 || errno == EEXIST else {
        throw VerdictCacheError(.refused(errno: errno), path: level)
      }
    }
  }

  private static func check(_ descriptor: Int32, _ path: String) throws(VerdictCacheError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw VerdictCacheError(.refused(errno: errno), path: path)
    }
    guard status.st_uid == geteuid() else {
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
