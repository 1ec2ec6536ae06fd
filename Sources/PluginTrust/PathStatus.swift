import Glibc

/// Who owns an entry of the file system, and who may write it; the only place that asks the system.
struct PathStatus: Hashable {
  /// The owner's number.
  let owner: UInt32
  /// The permissions and the sticky bit, as `chmod` takes them.
  let mode: UInt32

  init(owner: UInt32, mode: UInt32) {
    self.owner = owner
    self.mode = mode & 0o7777
  }

  /// Whether only the owner of an entry of this directory may remove or rename it.
  var isSticky: Bool { mode & 0o1000 != 0 }

  /// Asks the system of the entry itself: one that has become a symbolic link counts as one that
  /// everybody may write, which is what the system says of links.
  ///
  /// - Returns: The number of the system's error where it does not tell.
  static func read(_ path: String) -> Result<PathStatus, Failure> {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return .failure(Failure(errno: errno)) }
    return .success(PathStatus(owner: status.st_uid, mode: status.st_mode))
  }

  /// The absolute path that a path leads to, without symbolic links.
  static func resolved(_ path: String) -> Result<String, Failure> {
    guard let text = unsafe realpath(path, nil) else { return .failure(Failure(errno: errno)) }
    defer { unsafe free(text) }
    return unsafe .success(String(cString: text))
  }

  /// Why the system does not tell.
  struct Failure: Error, Hashable {
    let errno: Int32
  }

  /// The user whose rights this process has.
  static var currentUser: UInt32 { geteuid() }
}
