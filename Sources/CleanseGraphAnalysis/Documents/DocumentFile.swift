package import CleanseSupport

/// Reads and writes the files of the host as a whole: locks, keys, signatures, baselines, graph documents.
package enum DocumentFile {
  /// Reads a regular file.
  ///
  /// - Parameters:
  ///   - name: The name of the file in messages; by default, the path.
  ///   - limit: The maximum size in bytes.
  package static func read(
    _ path: String, name: String? = nil, limit: Int
  ) throws(DocumentError) -> [UInt8] {
    let name = name ?? path
    let size: UInt64
    do throws(FileSourceError) {
      let file = try FileSource(path)
      size = file.size
      if size <= limit { return try file.read(from: 0, count: size) }
    } catch {
      throw DocumentError(
        path: path, message: "\(name) \(error.predicate)", isMissing: error.isMissing)
    }
    throw DocumentError(
      path: path, message: "\(name) has \(size) bytes, more than the limit of \(limit)")
  }

  /// Writes a file atomically: at any moment the file is complete or unchanged, even if this process is killed. A
  /// killed process leaves a temporary file whose name begins with a dot.
  ///
  /// If the path is a symbolic link, its target is replaced. Anything but a regular file is an error, because a
  /// document has to be readable later.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(DocumentError) {
    try replace(target(path), with: bytes, name: path)
  }

  /// The regular file that a path leads to now, or that is to be created there.
  ///
  /// - Throws: Also for anything but a regular file, as a document has to be readable later.
  package static func target(_ path: String) throws(DocumentError) -> FileTarget {
    do throws(FileTargetError) {
      let target = try FileTarget(path)
      guard case .file = target else { throw FileTargetError(path: path, reason: .stream) }
      return target
    } catch {
      throw DocumentError(error)
    }
  }

  /// Writes a file as ``replace(_:with:)`` does, wherever its path leads by now.
  ///
  /// - Parameter name: The path in messages.
  package static func replace(
    _ target: FileTarget, with bytes: [UInt8], name: String
  ) throws(DocumentError) {
    do throws(SystemError) {
      try target.write(bytes)
    } catch {
      throw DocumentError(FileTargetError(path: name, reason: .system(error)))
    }
  }

  /// Creates a file atomically; an existing entry is an error.
  ///
  /// - Parameter mode: The permissions before the umask is applied.
  package static func create(
    _ path: String, with bytes: [UInt8], mode: UInt32
  ) throws(DocumentError) {
    do throws(SystemError) {
      try FileDraft.create(bytes, at: path, mode: mode)
    } catch {
      guard error.number == EEXIST else {
        throw DocumentError(FileTargetError(path: path, reason: .system(error)))
      }
      throw DocumentError(
        path: path, message: "\(path) already exists, and is never overwritten",
        fix: "specify another file, or remove this one")
    }
  }
}

extension DocumentError {
  fileprivate init(_ error: FileTargetError) {
    self.init(path: error.path, message: error.description, fix: error.fix)
  }
}
