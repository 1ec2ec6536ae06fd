import CleanseCrypto
import CleansePluginFiles
import CleanseSupport

/// A file that this process runs, such as its program, which another file may have replaced at its path since.
///
/// It stays open, so its digest is that of what runs, also after it was deleted. Each is computed once, as it takes some
/// milliseconds.
final class RunningFile {
  /// The absolute path without symbolic links at which it was opened.
  let path: String
  /// The path of the file that is started next time.
  private let installed: FilePath
  private let file: RegularFile
  private let stamp: FileStamp
  /// The stamp of the file that was at the path last, and whether that differs; a nil stamp is that of no file.
  private var compared: (stamp: FileStamp?, differs: Bool)?

  /// Opens a file; nil if it can't be opened, or has no path any more.
  ///
  /// - Parameter installed: The path of the file that is started next time, such as a symbolic link; nil for the same.
  init?(at path: String, installedAt installed: FilePath? = nil) {
    guard let resolved = SystemPath.resolved(path),
      let stamp = FileStamp(path: resolved),
      let file = try? RegularFile(PluginFile(path: resolved))
    else { return nil }
    self.path = resolved
    self.installed = installed ?? FilePath(resolved)
    self.stamp = stamp
    self.file = file
  }

  /// The digest of the file that runs; nil if it can't be read, or was overwritten before.
  private(set) lazy var digest: ContentDigest? =
    (FileStamp(path: path).map(isOverwritten) ?? false) ? nil : try? file.digest()

  /// Whether the path has another file now, or none: a process that is started now does not run the same.
  func differs() -> Bool {
    let path = SystemPath.resolved(installed.text)
    let now = path.flatMap { FileStamp(path: $0) }
    if let compared, compared.stamp == now { return compared.differs }
    let differs = path.flatMap { path in now.map { isOther($0, at: path) } } ?? true
    compared = (now, differs)
    return differs
  }

  private func isOther(_ now: FileStamp, at path: String) -> Bool {
    guard !isSame(now) else { return isOverwritten(now) }
    // A file of another size is not read: it may be huge.
    guard now.size == stamp.size, let digest,
      let other = try? RegularFile(PluginFile(path: path)).digest()
    else { return true }
    return other != digest
  }

  private func isSame(_ now: FileStamp) -> Bool {
    now.device == stamp.device && now.inode == stamp.inode
  }

  /// Whether the file itself has other contents than when it was opened.
  private func isOverwritten(_ now: FileStamp) -> Bool {
    isSame(now) && (now.size != stamp.size || now.modified != stamp.modified)
  }
}
