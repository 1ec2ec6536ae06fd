import CleanseSupport

/// The file of a log. It takes the place of standard error, so that whatever the program writes there is in it, too.
enum LogFile {
  /// The permissions before the umask is applied: a group can read it, such as that of administrators.
  private static let mode: mode_t = 0o640

  /// Opens the file, and creates it if it is not there.
  static func opened(_ path: FilePath) throws(SystemError) -> Int32 {
    // Otherwise, a pipe would be opened when it gets a reader.
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = unsafe open(path.cString, flags, mode)
    guard descriptor >= 0 else { throw .last }
    // Reports of crashes wait for the reader.
    _ = fcntl(descriptor, F_SETFL, O_APPEND)
    return descriptor
  }

  /// Whether the file in the place of standard error was removed: what is written there can't be read by anyone. One that was
  /// moved still has a name.
  static var isRemoved: Bool {
    var status = stat()
    return unsafe fstat(STDERR_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_nlink == 0
  }

  /// Whether a file is the one that standard error is.
  static func isOpen(_ descriptor: Int32) -> Bool {
    var (new, old) = (stat(), stat())
    return unsafe fstat(descriptor, &new) == 0 && fstat(STDERR_FILENO, &old) == 0
      && new.st_dev == old.st_dev && new.st_ino == old.st_ino
  }

  /// Puts an opened file in the place of standard error.
  static func use(_ descriptor: Int32) throws(SystemError) {
    defer { close(descriptor) }
    guard dup2(descriptor, STDERR_FILENO) >= 0 else { throw .last }
  }
}
