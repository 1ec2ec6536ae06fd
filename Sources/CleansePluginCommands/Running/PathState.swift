import CleansePluginHost
import CleanseSupport

/// The state of a path: where it leads, and which file is there. It differs after any change.
struct PathState: Codable, Hashable, CustomStringConvertible {
  let description: String

  /// The state of a path at which there is nothing.
  static let absent = PathState(description: "absent")

  private init(description: String) {
    self.description = description
  }

  init(_ path: FilePath) {
    guard let status = Self.status(of: path) else {
      self = .absent
      return
    }
    description =
      "\(Self.target(of: path)) \(Self.identity(status)) \(status.st_size) "
      + "\(Self.text(status.st_mtim)) \(Self.text(status.st_ctim))"
  }

  /// The state of a directory: which it is, who may write to it, and whether its libraries can be loaded, whatever it contains.
  init(directory path: FilePath) {
    guard let status = Self.status(of: path) else {
      self = .absent
      return
    }
    // With a list, the bits of the group are its mask, without which none of its entries allows writing (acl(5)).
    let list = status.st_mode & S_IWGRP == 0 ? "" : AccessControlList.description(of: path)
    let isLoadable = !MountFlags.forbidsExecution(path)
    description = "\(Self.identity(status)) \(isLoadable ? "" : "noexec") \(list)"
  }

  /// The contents of a directory, in the order of their names, with their states. The last one is that of the directory
  /// itself.
  static func entries(of directory: FilePath) -> [(path: FilePath, state: PathState)] {
    let paths = ((try? Directory.entries(in: directory)) ?? []).map { directory.appending($0) }
    return paths.sorted().map { ($0, PathState($0)) } + [
      (directory, PathState(directory: directory))
    ]
  }

  /// Where a symbolic link leads; nothing for another path.
  private static func target(of path: FilePath) -> String {
    var status = stat()
    guard unsafe lstat(path.cString, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
      return ""
    }
    return SystemPath.resolved(path)?.debugDescription ?? "nowhere"
  }

  private static func identity(_ status: stat) -> String {
    "\(status.st_dev) \(status.st_ino) \(status.st_mode) \(status.st_uid) \(status.st_gid)"
  }

  private static func text(_ time: timespec) -> String { "\(time.tv_sec).\(time.tv_nsec)" }

  private static func status(of path: FilePath) -> stat? {
    var status = stat()
    return unsafe stat(path.cString, &status) == 0 ? status : nil
  }
}
