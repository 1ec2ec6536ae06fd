import Glibc

/// The contents of a file, or nil if it can't be read.
public func readFile(_ path: String) -> [UInt8]? {
  guard let stream = unsafe fopen(path, "rb") else { return nil }
  defer { unsafe fclose(stream) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = unsafe fread(&block, 1, block.count, stream), count > 0 {
    bytes += block[..<count]
  }
  return unsafe ferror(stream) == 0 ? bytes : nil
}

/// Writes a file, replacing its contents. Returns whether that succeeded.
public func writeFile(_ path: String, _ bytes: some Sequence<UInt8>) -> Bool {
  guard let stream = unsafe fopen(path, "wb") else { return false }
  let bytes = Array(bytes)
  let written = unsafe fwrite(bytes, 1, bytes.count, stream)
  return unsafe fclose(stream) == 0 && written == bytes.count
}

/// Removes a file, or a directory with its contents; symbolic links are not followed.
func removeTree(_ path: String) {
  // In tests, this fails only for a directory that is not empty.
  guard unsafe remove(path) != 0, let stream = unsafe opendir(path) else { return }
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
      unsafe Array($0.prefix { $0 != 0 })
    }
    if name == [0x2E] || name == [0x2E, 0x2E] { continue }
    // By its bytes, because a name need not be valid UTF-8.
    unsafe unlinkat(dirfd(stream), name.map(CChar.init(bitPattern:)) + [0], 0)
    removeTree("\(path)/\(String(decoding: name, as: UTF8.self))")
  }
  unsafe closedir(stream)
  unsafe remove(path)
}

/// A failed system call.
public struct FailedCall: Error, CustomStringConvertible {
  public let call: String
  public let number: Int32

  /// - Parameter number: The error number; by default, that of the thread's last call.
  init(_ call: String, number: Int32 = errno) {
    self.call = call
    self.number = number
  }

  public var description: String { unsafe "\(call): \(String(cString: strerror(number)))" }
}
