/// The target of a path that is to be written. The host writes all its output through this type, except
/// files that must not exist yet (``FileDraft/create(_:at:mode:)``) and the files of the cache.
package enum FileTarget: Hashable, Sendable {
  /// A regular file or a file to create, by its path without symbolic links. It is replaced atomically.
  case file(String)
  /// A pipe, a device or the like. Bytes are written to it; it is never replaced.
  case stream(String)

  /// Resolves the path, following symbolic links.
  ///
  /// - Throws: A ``FileTargetError`` if the target can't be written, as far as that is known without trying.
  package init(_ path: String) throws(FileTargetError) {
    // The system owns these entries; one that leads to a file must not be replaced by another file.
    let directory = FilePath(path).removingLastComponent
    if ["/dev", "/proc"].contains(where: directory.isWithin), !directory.isWithin("/dev/shm") {
      self = .stream(path)
      return
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      self = .file(try Self.newFile(at: path, .last))
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FileTargetError(path: path, reason: .directory)
    default:
      self = .stream(path)
      return
    }
    // Replacing a file needs write permission for the directory alone, so the file's is checked here.
    guard unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0,
      let target = SystemPath.resolved(path)
    else { throw FileTargetError(path: path, reason: .system(.last)) }
    self = .file(target)
  }

  /// Writes the bytes. A file is replaced atomically.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    guard let draft = try draft(bytes) else { return try writeToStream(bytes) }
    try putInPlace(draft)
  }

  /// A complete draft of the file, with the permissions of the file that it will replace; nil for a stream.
  package func draft(_ bytes: [UInt8]) throws(SystemError) -> FileDraft? {
    guard case .file(let path) = self else { return nil }
    try Self.checkDirectory(of: path)
    let draft = try FileDraft(for: path, mode: 0o666)
    // The new file keeps the readers of the old one.
    draft.takePermissions(of: path)
    try draft.finish(bytes, isDurable: true)
    return draft
  }

  /// A plugin that may write beside the file can have put a link to another directory in the place of the file's.
  private static func checkDirectory(of path: String) throws(SystemError) {
    let directory = FilePath(path).removingLastComponent
    guard let now = SystemPath.resolved(directory), now != directory else { return }
    throw SystemError(number: ELOOP)
  }

  /// Renames the draft to the file.
  package func putInPlace(_ draft: FileDraft) throws(SystemError) {
    guard case .file(let path) = self else { return }
    try draft.putInPlace(as: path)
    FileDraft.synchronize(directoryOf: path)
  }

  /// Writes to a pipe or a device, and blocks until all bytes are written. Does nothing for a file.
  package func writeToStream(_ bytes: [UInt8]) throws(SystemError) {
    guard case .stream(let path) = self else { return }
    // An entry of /dev may lead to a file that another process writes to as well.
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor)
  }

  /// The resolved path of a file that does not exist yet, in an existing directory.
  private static func newFile(
    at path: String, _ error: SystemError
  ) throws(FileTargetError) -> String {
    // No directory is missing for an empty path.
    guard error.number == ENOENT, !path.isEmpty else {
      throw FileTargetError(path: path, reason: .system(error))
    }
    var status = stat()
    guard unsafe lstat(path, &status) != 0 else {
      throw FileTargetError(path: path, reason: .brokenLink)
    }
    let given = FilePath(path)
    let directory = given.removingLastComponent.text
    // A path with a slash at the end is that of a directory.
    guard let name = given.lastComponent, given.hasSuffix(name.text),
      let parent = SystemPath.resolved(directory)
    else {
      throw FileTargetError(
        path: path, reason: .noDirectory(given.isOfDirectory ? path : directory))
    }
    return FilePath(parent).appending(name).text
  }
}
