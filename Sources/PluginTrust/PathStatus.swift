import Glibc

/// Who owns an entry of the file system, and who may write it; the only place that asks the system.
struct PathStatus: Hashable {
  /// The owner's number.
  let owner: UInt32
  /// The permissions and the sticky bit, as `chmod` takes them. Where there is an access control list, those of the
  /// group are the group's own; the system reports what any entry of the list may be allowed in their place.
  let mode: UInt32
  /// Whom an access control list lets write besides.
  let listed: [AccessControlList.Writer]
  /// Where a symbolic link leads; nil for any other entry.
  let target: String?

  init(
    owner: UInt32, mode: UInt32, listed: [AccessControlList.Writer] = [], target: String? = nil
  ) {
    self.owner = owner
    self.mode = mode & 0o7777
    self.listed = listed
    self.target = target
  }

  /// Whether only the owner of an entry of this directory may remove or rename it.
  var isSticky: Bool { mode & 0o1000 != 0 }

  /// Asks the system of the entry itself. Of a symbolic link, the system says that everybody may write it.
  ///
  /// - Returns: The number of the system's error where it does not tell.
  static func read(_ path: String) -> Result<PathStatus, Failure> {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return .failure(Failure(errno: errno)) }
    let (owner, mode) = (status.st_uid, status.st_mode)
    guard mode & S_IFMT != S_IFLNK else {
      return target(of: path).map { PathStatus(owner: owner, mode: mode, target: $0) }
    }
    return AccessControlList.read(path).map { list in
      guard let list else { return PathStatus(owner: owner, mode: mode) }
      return PathStatus(
        owner: owner, mode: mode & ~0o020 | (list.groupMayWrite ? 0o020 : 0), listed: list.writers)
    }
  }

  private static func target(of path: String) -> Result<String, Failure> {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count >= 0 else { return .failure(Failure(errno: errno)) }
    guard let text = String(validating: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    else {
      return .failure(Failure(errno: EILSEQ))
    }
    return .success(text)
  }

  /// Why the system does not tell.
  struct Failure: Error, Hashable {
    let errno: Int32
  }

  /// The user whose rights this process has.
  static var currentUser: UInt32 { geteuid() }
}
