/// What the system says of a path.
package enum SystemPath {
  /// The absolute path without symbolic links (`realpath`); nil where it leads to no file.
  package static func resolved(_ path: FilePath) -> FilePath? {
    guard !path.containsNull, let text = unsafe realpath(path.cString, nil) else { return nil }
    return unsafe taken(text)
  }

  /// The absolute path without symbolic links; nil also where it is not UTF-8, as its text would be another path.
  package static func resolved(_ path: String) -> String? {
    resolved(FilePath(path))?.validText
  }

  /// The bytes of a string that a function of C has allocated, which is released.
  private static func taken(_ text: UnsafeMutablePointer<CChar>) -> FilePath {
    defer { unsafe CMemory.free(text) }
    return unsafe FilePath(bytes: UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// The working directory of this process.
  ///
  /// - Throws: `ENOENT` also if the directory can't be reached from the root: the kernel marks that with a prefix.
  package static func workingDirectory() throws(SystemError) -> FilePath {
    guard let text = unsafe getcwd(nil, 0) else { throw .last }
    let path = unsafe taken(text)
    guard path.isAbsolute else { throw SystemError(number: ENOENT) }
    return path
  }

  /// The target of a symbolic link; nil if it can't be read.
  package static func target(ofLink path: FilePath) -> FilePath? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { target in
      guard let start = target.baseAddress else { return nil }
      let count = unsafe readlink(path.cString, start, target.count)
      return count < 0
        ? nil : unsafe FilePath(bytes: UnsafeRawBufferPointer(start: start, count: count))
    }
  }

  /// The text of the target of a symbolic link; `unknown` if it can't be read.
  package static func target(ofLink path: String) -> String {
    target(ofLink: FilePath(path))?.text ?? "unknown"
  }

  /// All of a file, such as one of `/proc`, without its last line feed; empty where it can't be read.
  package static func text(of path: String) -> String {
    var bytes = Self.bytes(of: path) ?? []
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All of a file, such as one of `/proc`, as far as it can be read; nil if it can't be opened.
  package static func bytes(of path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 14) { part in
      while case .success(let count) = retryingInterrupts({
        unsafe read(descriptor, part.baseAddress, part.count)
      }), count > 0 {
        unsafe bytes += UnsafeRawBufferPointer(start: part.baseAddress, count: count)
      }
    }
    return bytes
  }
}
