import Foundation

/// A log file that is read as it grows: the seed of ``FileComponent``.
final class LogFile {
  let path: String
  private var offset: UInt64 = 0
  /// The start of a line whose line feed has not been written yet.
  private var rest = Data()

  init(path: String) {
    self.path = path
  }

  /// Reads the lines that have been added since the last call; all of a file that has been replaced by a shorter one.
  ///
  /// - Parameter isAtEnd: Whether a last line without a line feed is complete.
  func newLines(isAtEnd: Bool) throws -> [String] {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    if try file.seekToEnd() < offset {
      offset = 0
      rest.removeAll()
    }
    try file.seek(toOffset: offset)
    let new = try file.readToEnd() ?? Data()
    offset += UInt64(new.count)
    rest += new
    var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = lines.removeLast()
    rest = isAtEnd ? Data() : Data(last)
    if isAtEnd, !last.isEmpty { lines.append(last) }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
