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
  /// A symbolic link stays, and the file is replaced that it leads to. What is no regular file is never
  /// replaced: a document is to be read later.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(DocumentError) {
    do throws(FileTargetError) {
      let target = try FileTarget(path)
      guard case .file = target else { throw FileTargetError(path: path, reason: .stream) }
      do throws(SystemError) {
        try target.write(bytes)
      } catch {
        throw FileTargetError(path: path, reason: .system(error))
      }
    } catch {
      throw DocumentError(path: path, message: error.description, fix: error.fix)
    }
  }

  /// Writes a file in one step that is not there yet; whatever is there already is an error.
  ///
  /// - Parameter mode: Its permissions, which the process's mask lessens.
  package static func create(
    _ path: String, with bytes: [UInt8], mode: UInt32
  ) throws(DocumentError) {
    do throws(SystemError) {
      try FileDraft.create(bytes, at: path, mode: mode)
    } catch {
      guard error.number == EEXIST else {
        let error = FileTargetError(path: path, reason: .system(error))
        throw DocumentError(path: path, message: error.description, fix: error.fix)
      }
      throw DocumentError(
        path: path, message: "\(path) is there already, and is never overwritten",
        fix: "name another file, or remove this one")
    }
  }
}
