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

  init(_ path: String) {
    guard let status = Self.status(of: path) else {
      self = .absent
      return
    }
    description =
      "\(Self.target(of: path)) \(Self.identity(status)) \(status.st_size) "
      + "\(Self.text(status.st_mtim)) \(Self.text(status.st_ctim))"
  }

  /// The state of a directory: which it is, and who may write to it, whatever it contains.
  init(directory path: String) {
    self = Self.status(of: path).map { PathState(description: Self.identity($0)) } ?? .absent
  }

  /// The directories that contain a file, from its own up to the root of the file system.
  ///
  /// - Parameter path: An absolute path without symbolic links.
  static func ancestors(of path: String) -> [String] {
    sequence(first: path) { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
      .dropFirst()
      .map { $0.isEmpty ? "/" : $0 }
  }

  /// The contents of a directory, in the order of their names, with their states. The last one is that of the directory
  /// itself.
  static func entries(of directory: String) -> [(path: String, state: PathState)] {
    let names = (try? PluginDirectory.entryNames(of: directory)) ?? []
    let paths = names.filter { $0 != Array(".".utf8) && $0 != Array("..".utf8) }.map {
      "\(directory)/\(String(decoding: $0, as: UTF8.self))"
    }
    return paths.sorted().map { ($0, PathState($0)) } + [
      (directory, PathState(directory: directory))
    ]
  }

  /// Where a symbolic link leads; nothing for another path.
  private static func target(of path: String) -> String {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return "" }
    return SystemPath.resolved(path) ?? "nowhere"
  }

  private static func identity(_ status: stat) -> String {
    "\(status.st_dev) \(status.st_ino) \(status.st_mode) \(status.st_uid) \(status.st_gid)"
  }

  private static func text(_ time: timespec) -> String { "\(time.tv_sec).\(time.tv_nsec)" }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}
