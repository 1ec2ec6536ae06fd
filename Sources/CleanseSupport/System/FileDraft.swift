#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is written under another name in the directory that it is meant for, and then put in place as
/// a whole: at any moment there is all of it or what was there before, also when this process is killed.
///
/// It is removed with this object unless it was put in place. What a process that was killed leaves behind has
/// the draft's name.
public final class FileDraft {
  private let name: String
  /// What names are relative to.
  private let directory: Int32
  /// Negative once it is closed.
  private var descriptor: Int32
  /// Whether the draft's name leads to the file.
  private var hasName = true

  /// Makes an empty draft, whose name begins with a dot, next to the file that it is meant for.
  ///
  /// - Parameters:
  ///   - target: The path of the file.
  ///   - mode: The permissions, which the process's mask lessens.
  public convenience init(for target: String, mode: UInt32) throws(SystemError) {
    let directory = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    try self.init("\(directory).cleanse-", in: AT_FDCWD, mode: mode)
  }

  /// Makes an empty draft.
  ///
  /// - Parameters:
  ///   - prefix: What its name begins with.
  ///   - directory: The descriptor of the directory that all names are relative to, which stays open until the
  ///     draft is gone.
  package init(_ prefix: String, in directory: Int32, mode: UInt32) throws(SystemError) {
    self.directory = directory
    name = prefix + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    descriptor = unsafe openat(directory, name, flags, mode_t(mode))
    guard descriptor >= 0 else {
      let error = SystemError.last
      // Whatever has the name is somebody else's.
      hasName = false
      throw error
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if hasName { unsafe unlinkat(directory, name, 0) }
  }

  /// Gives it the permissions of another file, if there is one and the system lets us.
  public func takePermissions(of path: String) {
    var status = stat()
    guard unsafe fstatat(directory, path, &status, 0) == 0 else { return }
    _ = fchmod(descriptor, status.st_mode & 0o777)
  }

  /// Writes all that the file is to have, and closes it.
  ///
  /// - Parameter isDurable: Whether it has to last over a loss of power.
  public func finish(_ bytes: [UInt8], isDurable: Bool = false) throws(SystemError) {
    try writeAll(bytes, to: descriptor)
    guard !isDurable || fsync(descriptor) == 0 else { throw .last }
    // Some file systems report only now that there was no room.
    let closed = close(descriptor)
    descriptor = -1
    guard closed == 0 else { throw .last }
  }

  /// Gives the file its name.
  ///
  /// - Parameter replaces: Whether it takes the place of one that has the name; otherwise that is the error
  ///   `EEXIST`.
  public func putInPlace(as target: String, replaces: Bool = true) throws(SystemError) {
    guard replaces else {
      guard unsafe linkat(directory, name, directory, target, 0) == 0 else { throw .last }
      return
    }
    guard unsafe renameat(directory, name, directory, target) == 0 else { throw .last }
    hasName = false
  }

  /// Writes a file as a whole that is not there yet; one that is there, of whatever kind, is the error `EEXIST`.
  ///
  /// - Parameter mode: The permissions, which the process's mask lessens.
  package static func create(
    _ bytes: [UInt8], at path: String, mode: UInt32
  ) throws(SystemError) {
    let draft = try FileDraft(for: path, mode: mode)
    try draft.finish(bytes, isDurable: true)
    try draft.putInPlace(as: path, replaces: false)
    synchronize(directoryOf: path)
  }

  /// Makes a name that was given in the directory of the path last over a loss of power, where that can be done.
  static func synchronize(directoryOf path: String) {
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
