import CCleanseProbe
import CleansePluginFiles

extension FileStamp {
  /// Whether another file has taken the place of the one with this stamp. A file that was only written to, or removed, has
  /// not been replaced.
  func isReplaced(at path: String) -> Bool {
    guard let now = FileStamp(path: path), now != self else { return false }
    guard now.device == device, now.inode == inode else { return true }
    // The number of a removed file is used for new ones.
    return unsafe cprobe_creation_time(path) > changed
  }
}
