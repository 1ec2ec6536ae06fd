package import CleanseSupport
import Glibc

/// Whether the file systems that files are loaded from allow executing them. That decides, with the files, whether these
/// can be loaded.
package struct MountFlags {
  /// The flags by the paths of directories. The files of a directory usually have the same.
  private var known: [FilePath: UInt] = [:]

  /// The flag of a file system that is mounted with `noexec`. (bits/statvfs.h, which declares it only for C.)
  private static let noExecution: UInt = 8

  package init() {}

  /// The flags for a file, as a number; zero if they can't be read.
  ///
  /// - Parameter path: The path of the file.
  package mutating func flags(of path: String) -> UInt {
    let path = FilePath(path)
    let directory = path.removingLastComponent
    if let flags = known[directory] { return flags }
    let flags = Self.read(path)
    known[directory] = flags
    return flags
  }

  /// Whether the file system of a file is mounted with `noexec`.
  package static func forbidsExecution(_ path: FilePath) -> Bool { read(path) != 0 }

  private static func read(_ path: FilePath) -> UInt {
    var status = statvfs()
    return unsafe statvfs(path.cString, &status) == 0 ? UInt(status.f_flag) & noExecution : 0
  }
}
