#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a path that is to be written leads to. Everything that the host writes at a path goes through here, but
/// for files that must not be there yet (``FileDraft/create(_:at:mode:)``) and those of the cache.
package enum FileTarget: Hashable, Sendable {
  /// A regular file, or none yet: its path without symbolic links. It is replaced as a whole.
  case file(String)
  /// What takes bytes and keeps no file, such as a pipe or a device. It stays what it is.
  case stream(String)

  /// Follows the path, symbolic links included.
  ///
  /// - Throws: Why nothing can be written there, as far as that is known without trying.
  package init(_ path: String) throws(FileTargetError) {
    // What lies there is the system's own, also where it leads to a file, and not to be replaced by one.
    if ["/dev/", "/proc/"].contains(where: path.hasPrefix), !path.hasPrefix("/dev/shm/") {
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
    // To replace it, the system would only ask for the directory.
    guard unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0,
      let target = SystemPath.resolved(path)
    else { throw FileTargetError(path: path, reason: .system(.last)) }
    self = .file(target)
  }

  /// Writes everything; a file is there as a whole or as it was before.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    guard let draft = try draft(bytes) else { return try writeToStream(bytes) }
    try putInPlace(draft)
  }

  /// A draft of the file, with all of its bytes and the permissions of what it is to replace; nil for a stream.
  package func draft(_ bytes: [UInt8]) throws(SystemError) -> FileDraft? {
    guard case .file(let path) = self else { return nil }
    let draft = try FileDraft(for: path, mode: 0o666)
    // What replaces a file may be read by those who could read it before.
    draft.takePermissions(of: path)
    try draft.finish(bytes, isDurable: true)
    return draft
  }

  /// Gives the file its name.
  package func putInPlace(_ draft: FileDraft) throws(SystemError) {
    guard case .file(let path) = self else { return }
    try draft.putInPlace(as: path)
    FileDraft.synchronize(directoryOf: path)
  }

  /// Writes to a pipe or a device, waiting until it takes the bytes; a file is left alone.
  package func writeToStream(_ bytes: [UInt8]) throws(SystemError) {
    guard case .stream(let path) = self else { return }
    // Behind /dev may be a file that somebody else writes to as well.
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor)
  }

  /// The path of a file that is not there yet, in a directory that is.
  private static func newFile(
    at path: String, _ error: SystemError
  ) throws(FileTargetError) -> String {
    guard error.number == ENOENT else { throw FileTargetError(path: path, reason: .system(error)) }
    var status = stat()
    guard unsafe lstat(path, &status) != 0 else {
      throw FileTargetError(path: path, reason: .brokenLink)
    }
    let slash = path.lastIndex(of: "/")
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let parent = SystemPath.resolved(directory), !name.isEmpty else {
      throw FileTargetError(path: path, reason: .noDirectory(name.isEmpty ? path : directory))
    }
    return "\(parent == "/" ? "" : parent)/\(name)"
  }
}
