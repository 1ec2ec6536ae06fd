import PluginFiles
import CleanseSupport
import Glibc

/// Reads and writes whole files that the host keeps: locks, keys, signatures, baselines, graph documents.
package enum DocumentFile {
  /// All bytes of a regular file.
  ///
  /// - Parameters:
  ///   - name: What messages call it; the path, unless it is given.
  ///   - limit: The most that it may have.
  package static func read(
    _ path: String, name: String? = nil, limit: Int
  ) throws(DocumentError) -> [UInt8] {
    let name = name ?? path
    let (size, bytes): (UInt64, [UInt8]?)
    do throws(FileDefect) {
      let file = try RegularFile(PluginFile(path: path))
      let all = FileExtent(offset: 0, count: file.size, within: UInt64(limit))
      size = file.size
      bytes = if let all { Array(try file.bytes(in: all)) } else { nil }
    } catch {
      let isMissing = error == .unreadable(errno: ENOENT) || error == .brokenLink(errno: ENOENT)
      throw DocumentError(
        path: path, message: "\(name) \(error.predicate)", isMissing: isMissing)
    }
    guard let bytes else {
      throw DocumentError(
        path: path, message: "\(name) has \(size) bytes; no more than \(limit) are read")
    }
    return bytes
  }

  /// Writes a file in one step: at any moment there is the whole of it or what was there before, also
  /// when this process is killed. What a killed one leaves behind has a name with a leading dot.
  ///
  /// - Parameters:
  ///   - mode: Its permissions, which the process's mask lessens.
  ///   - replaces: Whether a file that is there already is replaced; otherwise it is an error.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32, replaces: Bool
  ) throws(DocumentError) {
    do throws(SystemError) {
      try FileDraft.write(bytes, to: path, mode: mode, replaces: replaces, isDurable: true)
    } catch {
      throw failure(path, error)
    }
  }

  private static func failure(_ path: String, _ error: SystemError) -> DocumentError {
    guard error.number == EEXIST else {
      return DocumentError(
        path: path, message: "\(path) can't be written: \(error)",
        isMissing: false)
    }
    return DocumentError(
      path: path, message: "\(path) is there already, and is never overwritten",
      remedy: "name another file, or remove this one")
  }
}
