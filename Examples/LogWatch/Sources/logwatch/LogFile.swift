import Glibc

/// A log file that is read as it grows: the seed of ``FileComponent``.
final class LogFile {
  /// The reason why a file can't be read.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let path: String
  /// The device and the number of the file that was read last.
  private var identity: [UInt64] = []
  private var offset: off_t = 0
  /// The start of a line whose line feed has not been written yet.
  private var rest: [UInt8] = []

  init(path: String) {
    self.path = path
  }

  /// Reads the lines that have been added since the last call; all of a file that has been replaced or truncated.
  ///
  /// - Parameter follows: Whether more can be added: the last line is then complete only with its line feed, and a file that
  ///   is not there may come back.
  func newLines(follows: Bool) throws -> [String] {
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if follows, !identity.isEmpty, errno == ENOENT { return [] }
      throw failure()
    }
    defer { close(file) }
    try checkFile(file)
    try readRest(of: file)
    var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = lines.removeLast()
    rest = follows ? Array(last) : []
    if !follows, !last.isEmpty { lines.append(last) }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Begins again if it is another file than the last time.
  private func checkFile(_ file: Int32) throws {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw failure() }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(description: "\(path): not a regular file")
    }
    let now = [UInt64(status.st_dev), UInt64(status.st_ino)]
    if now != identity || status.st_size < offset {
      (identity, offset, rest) = (now, 0, [])
    }
  }

  private func readRest(of file: Int32) throws {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe pread(file, &block, block.count, offset)
      guard count >= 0 else { throw failure() }
      guard count > 0 else { return }
      rest += block[..<count]
      offset += off_t(count)
    }
  }

  private func failure() -> Failure {
    Failure(description: unsafe "\(path): \(String(cString: strerror(errno)))")
  }
}
