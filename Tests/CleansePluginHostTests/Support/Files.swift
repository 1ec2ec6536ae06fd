import Glibc

@testable import CleansePluginHost

/// The contents of a file, or nothing when it can't be read.
func readFile(_ path: String) -> [UInt8]? {
  guard let stream = fopen(path, "rb") else { return nil }
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&block, 1, block.count, stream), count > 0 {
    bytes += block[..<count]
  }
  return bytes
}

/// Writes a file anew and tells whether that worked.
func writeFile(_ path: String, _ bytes: [UInt8]) -> Bool {
  guard let stream = fopen(path, "wb") else { return false }
  let written = fwrite(bytes, 1, bytes.count, stream)
  return fclose(stream) == 0 && written == bytes.count
}

/// Removes a file, or a directory with all that is in it; links are not followed.
private func removeTree(_ path: String) {
  // Fails for a directory that is not empty, and for nothing else that a test makes.
  guard remove(path) != 0, let stream = opendir(path) else { return }
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    if name == [0x2E] || name == [0x2E, 0x2E] { continue }
    // By its bytes, as a name need not be valid UTF-8.
    unlinkat(dirfd(stream), name.map(CChar.init(bitPattern:)) + [0], 0)
    removeTree("\(path)/\(String(decoding: name, as: UTF8.self))")
  }
  closedir(stream)
  remove(path)
}

/// A folder of its own for a test, removed with all that is in it when the test lets go of it.
final class Scratch: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/cleanse-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ScratchError(errno: errno) }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
  }

  deinit {
    removeTree(path)
  }

  /// The path of an entry, whether it is there or not.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    guard writeFile(path(name), Array(bytes)) else { throw ScratchError(errno: errno) }
    return path(name)
  }

  /// Makes a symbolic link and returns its path.
  @discardableResult
  func link(_ name: String, to target: String) throws -> String {
    guard symlink(target, path(name)) == 0 else { throw ScratchError(errno: errno) }
    return path(name)
  }

  @discardableResult
  func directory(_ name: String) throws -> String {
    guard mkdir(path(name), 0o755) == 0 else { throw ScratchError(errno: errno) }
    return path(name)
  }

  @discardableResult
  func fifo(_ name: String) throws -> String {
    guard mkfifo(path(name), 0o644) == 0 else { throw ScratchError(errno: errno) }
    return path(name)
  }

  /// A text without what differs between runs and machines.
  func anonymous(_ text: String) -> String {
    text.replacing(path, with: "DIRECTORY").replacing(Machine.host.description, with: "MACHINE")
  }
}

struct ScratchError: Error {
  let errno: Int32
}
