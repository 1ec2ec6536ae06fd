/// The names of the entries of a directory, as bytes and in the order of the file system, with `.` and `..`.
package enum Directory {
  package static func names(in path: String) throws(SystemError) -> [[UInt8]] {
    try names(in: FilePath(path))
  }

  package static func names(in path: FilePath) throws(SystemError) -> [[UInt8]] {
    // The system would ignore everything after the null.
    guard !path.containsNull else { throw .invalid }
    return try names(taking: unsafe open(path.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// The names other than `.` and `..`.
  package static func entries(in path: FilePath) throws(SystemError) -> [FilePath] {
    entries(of: try names(in: path))
  }

  package static func entries(at descriptor: Int32) throws(SystemError) -> [FilePath] {
    entries(of: try names(at: descriptor))
  }

  private static func entries(of names: [[UInt8]]) -> [FilePath] {
    names.map(FilePath.init(bytes:)).filter { $0 != "." && $0 != ".." }
  }

  package static func names(at descriptor: Int32) throws(SystemError) -> [[UInt8]] {
    try names(taking: unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// - Parameter descriptor: The open directory, which is closed then; negative if it could not be opened.
  private static func names(taking descriptor: Int32) throws(SystemError) -> [[UInt8]] {
    guard descriptor >= 0 else { throw .last }
    guard let stream = unsafe fdopendir(descriptor) else {
      defer { close(descriptor) }
      throw .last
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      names.append(name)
    }
    guard errno == 0 else { throw .last }
    return names
  }
}
