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
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path.cString, &target, target.count)
    guard count >= 0 else { return nil }
    return FilePath(bytes: target.prefix(count).map { UInt8(bitPattern: $0) })
  }

  /// The text of the target of a symbolic link; `unknown` if it can't be read.
  package static func target(ofLink path: String) -> String {
    target(ofLink: FilePath(path))?.text ?? "unknown"
  }

  /// All of a file, such as one of `/proc`, without its last line feed; empty where it can't be read.
  package static func text(of path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = retryingInterrupts { unsafe read(descriptor, &part, part.count) }
      guard case .success(let count) = count, count > 0 else { break }
      bytes += part[..<count]
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
