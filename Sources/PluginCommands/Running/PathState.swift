import CleansePluginHost
import CleanseSupport
import Glibc

/// The state of a file or a directory, which differs after any change to it, or its absence.
struct PathState: Codable, Hashable, CustomStringConvertible {
  let description: String

  init(_ path: String) {
    description =
      Self.status(of: path).map { status in
        "\(Self.identity(status)) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) "
          + "\(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
      } ?? "absent"
  }

  /// The identity and the permissions of a directory, whatever it contains; nil for a path that is not one.
  static func directory(_ path: String) -> String? {
    status(of: path).flatMap { status in
      status.st_mode & S_IFMT == S_IFDIR ? identity(status) : nil
    }
  }

  /// The libraries and plugins of a directory and the files that belong to them, in the order of their names, with their
  /// states.
  static func entries(of directory: String) -> [(path: String, state: PathState)] {
    let names = (try? PluginDirectory.entryNames(of: directory)) ?? []
    return names.map { String(decoding: $0, as: UTF8.self) }.filter { $0.contains(".so") }.sorted()
      .map { name in ("\(directory)/\(name)", PathState("\(directory)/\(name)")) }
  }

  private static func identity(_ status: stat) -> String {
    "\(status.st_dev) \(status.st_ino) \(status.st_mode) \(status.st_uid) \(status.st_gid)"
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}
