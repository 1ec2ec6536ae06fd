import Glibc

/// Whether the file systems that files are loaded from allow to execute them. That decides, with the files, whether these
/// can be loaded.
package struct MountFlags {
  /// The flags by the paths of directories. The files of a directory usually have the same.
  private var known: [String: UInt] = [:]

  /// The flag of a file system that is mounted with `noexec`. (bits/statvfs.h, which declares it only for C.)
  private static let noExecution: UInt = 8

  package init() {}

  /// The flags for a file, as a number; zero if they can't be read.
  ///
  /// - Parameter path: The path of the file.
  package mutating func flags(of path: String) -> UInt {
    let directory = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    if let flags = known[directory] { return flags }
    var status = statvfs()
    let flags =
      unsafe statvfs(path, &status) == 0 ? UInt(status.f_flag) & Self.noExecution : 0
    known[directory] = flags
    return flags
  }
}
