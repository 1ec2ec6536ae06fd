import CleanseSupport
import Glibc

/// The owner and the write permissions of a file system entry. This is the only file that reads them.
struct PathStatus: Hashable {
  /// The user number of the owner.
  let owner: UInt32
  /// The permissions and the sticky bit, as for `chmod`. With an access control list, the group's bits are those
  /// of the owning group; the system reports the list's mask instead.
  let mode: UInt32
  /// The users and groups that may write by an access control list.
  let listed: [AccessControlList.Writer]
  /// The target of a symbolic link; nil for any other entry.
  let target: FilePath?

  init(
    owner: UInt32, mode: UInt32, listed: [AccessControlList.Writer] = [], target: FilePath? = nil
  ) {
    self.owner = owner
    self.mode = mode & 0o7777
    self.listed = listed
    self.target = target
  }

  /// Whether the sticky bit is set: only the owner of an entry of this directory may remove or rename it.
  var isSticky: Bool { mode & 0o1000 != 0 }

  /// Reads the status of an entry, without following symbolic links. The permissions of a symbolic link are always
  /// `rwxrwxrwx`.
  ///
  /// - Returns: The status, or the error number of the failed call.
  static func read(_ path: FilePath) -> Result<PathStatus, Failure> {
    var status = stat()
    guard unsafe lstat(path.cString, &status) == 0 else { return .failure(Failure(errno: errno)) }
    let (owner, mode) = (status.st_uid, status.st_mode)
    guard mode & S_IFMT != S_IFLNK else {
      return target(of: path).map { PathStatus(owner: owner, mode: mode, target: $0) }
    }
    // With a list, the group's bits are its mask, which limits all entries but those of the owner and of others (acl(5)).
    guard mode & 0o020 != 0 else { return .success(PathStatus(owner: owner, mode: mode)) }
    return AccessControlList.read(path).map { list in
      guard let list else { return PathStatus(owner: owner, mode: mode) }
      return PathStatus(
        owner: owner, mode: mode & ~0o020 | (list.groupMayWrite ? 0o020 : 0), listed: list.writers)
    }
  }

  private static func target(of path: FilePath) -> Result<FilePath, Failure> {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path.cString, &bytes, bytes.count)
    guard count >= 0 else { return .failure(Failure(errno: errno)) }
    return .success(FilePath(bytes: bytes[..<count].map(UInt8.init(bitPattern:))))
  }

  /// A failed system call.
  struct Failure: Error, Hashable {
    let errno: Int32
  }
}
