/// A temporary file that is written next to its target and then atomically renamed to it: at any moment the
/// target is complete or unchanged, even if this process is killed.
///
/// The draft is removed with this object unless it was put in place. A process that is killed leaves a file with
/// the draft's name behind.
public final class FileDraft {
  private let name: String
  /// The descriptor of the directory that names are relative to.
  private let directory: Int32
  /// Negative once it is closed.
  private var descriptor: Int32
  /// Whether the draft exists under its temporary name.
  private var hasName = true

  /// Creates an empty draft next to its target. The draft's name begins with a dot.
  ///
  /// - Parameters:
  ///   - target: The path of the target.
  ///   - mode: The permissions before the umask is applied.
  public convenience init(for target: String, mode: UInt32) throws(SystemError) {
    let directory = FilePath(target).removingLastComponent
    try self.init(directory.appending(".cleanse-").text, in: AT_FDCWD, mode: mode)
  }

  /// Creates an empty draft.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of its name.
  ///   - directory: The descriptor of the directory that all names are relative to. The caller keeps it open for
  ///     the lifetime of the draft.
  package init(_ prefix: String, in directory: Int32, mode: UInt32) throws(SystemError) {
    self.directory = directory
    name = prefix + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    descriptor = unsafe openat(directory, name, flags, mode_t(mode))
    guard descriptor >= 0 else {
      let error = SystemError.last
      // A file with that name belongs to another process, so deinit must not remove it.
      hasName = false
      throw error
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if hasName { unsafe unlinkat(directory, name, 0) }
  }

  /// Copies the permissions of another file, if it exists and the system allows it; not those of what a link leads to.
  public func takePermissions(of path: String) {
    var status = stat()
    guard unsafe fstatat(directory, path, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT != S_IFLNK
    else { return }
    _ = fchmod(descriptor, status.st_mode & 0o777)
  }

  /// Writes the contents of the file, and closes it.
  ///
  /// - Parameter isDurable: Whether the contents have to survive a power failure.
  public func finish(_ bytes: [UInt8], isDurable: Bool = false) throws(SystemError) {
    try writeAll(bytes, to: descriptor)
    guard !isDurable || fsync(descriptor) == 0 else { throw .last }
    // Some file systems report only now that the disk is full.
    let closed = close(descriptor)
    descriptor = -1
    guard closed == 0 else { throw .last }
  }

  /// Renames the draft to its target.
  ///
  /// - Parameter replaces: Whether an existing file is replaced; if not, it is the error `EEXIST`.
  public func putInPlace(as target: String, replaces: Bool = true) throws(SystemError) {
    guard replaces else {
      guard unsafe linkat(directory, name, directory, target, 0) == 0 else { throw .last }
      return
    }
    guard unsafe renameat(directory, name, directory, target) == 0 else { throw .last }
    hasName = false
  }

  /// Creates a file atomically and durably; an existing entry of any kind is the error `EEXIST`.
  ///
  /// - Parameter mode: The permissions before the umask is applied.
  package static func create(
    _ bytes: [UInt8], at path: String, mode: UInt32
  ) throws(SystemError) {
    let draft = try FileDraft(for: path, mode: mode)
    try draft.finish(bytes, isDurable: true)
    try draft.putInPlace(as: path, replaces: false)
    synchronize(directoryOf: path)
  }

  /// Flushes the directory of a path, so that a new name in it survives a power failure. Errors are ignored.
  static func synchronize(directoryOf path: String) {
    let directory = FilePath(path).removingLastComponent
    let descriptor = unsafe open(directory.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
