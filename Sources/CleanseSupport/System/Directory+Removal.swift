extension Directory {
  /// Removes a directory with all that is in it. Links are not followed, and no process may change it any longer.
  ///
  /// A process can have left directories without permissions, and directories in one another that are deeper than any path or
  /// than this process may open at once. Therefore each that is not empty is moved to the outermost one before it is emptied.
  ///
  /// - Throws: The first error, after which the rest is left.
  package static func removeTree(at path: FilePath) throws(SystemError) {
    let outermost = try opened(path, in: AT_FDCWD)
    defer { close(outermost) }
    while case let names = try entries(at: outermost), !names.isEmpty {
      for name in names { try remove(name, in: outermost) }
    }
    guard unsafe rmdir(path.cString) == 0 else { throw .last }
  }

  /// Removes an entry of the outermost directory, and moves what is in directories in it there.
  private static func remove(_ name: FilePath, in outermost: Int32) throws(SystemError) {
    guard try !removes(name, in: outermost) else { return }
    let directory = try opened(name, in: outermost)
    defer { close(directory) }
    for entry in try entries(at: directory) where try !removes(entry, in: directory) {
      let unused = FilePath(String(UInt64.random(in: 0...UInt64.max), radix: 16))
      let moved = unsafe renameat(directory, entry.cString, outermost, unused.cString)
      guard moved == 0 else { throw .last }
    }
    guard try removes(name, in: outermost) else { throw SystemError(number: ENOTEMPTY) }
  }

  /// Removes an entry unless it is a directory that is not empty, which may then be listed and changed.
  private static func removes(
    _ name: FilePath, in directory: Int32
  ) throws(SystemError) -> Bool {
    if unsafe unlinkat(directory, name.cString, 0) == 0 { return true }
    // Of Linux, where POSIX has EPERM: the entry is a directory, and no link.
    guard errno == EISDIR else { throw .last }
    if unsafe unlinkat(directory, name.cString, AT_REMOVEDIR) == 0 { return true }
    guard errno == ENOTEMPTY, unsafe fchmodat(directory, name.cString, S_IRWXU, 0) == 0 else {
      throw .last
    }
    return false
  }

  private static func opened(
    _ name: FilePath, in directory: Int32
  ) throws(SystemError) -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe openat(directory, name.cString, flags)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }
}
