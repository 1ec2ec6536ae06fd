/// What the system says of a path.
package enum SystemPath {
  /// The absolute path without symbolic links (`realpath`); nil where it leads to no file.
  package static func resolved(_ path: String) -> String? {
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe CMemory.free(text) }
    return unsafe String(cString: text)
  }

  /// The target of a symbolic link; `unknown` if it can't be read.
  package static func target(ofLink path: String) -> String {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &target, target.count)
    guard count >= 0 else { return "unknown" }
    return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
