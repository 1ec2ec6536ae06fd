import Glibc

/// Reads and writes whole files that the host keeps: locks, keys, signatures, baselines, graph documents.
enum DocumentFile {
  /// All bytes of a regular file.
  ///
  /// - Parameters:
  ///   - name: What messages call it; the path, unless it is given.
  ///   - limit: The most that it may have.
  static func read(
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
  static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32, replaces: Bool
  ) throws(DocumentError) {
    let slash = path.lastIndex(of: "/")
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let temporary = "\(directory)/.cleanse-\(UInt64.random(in: 0...UInt64.max))"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open(temporary, flags, mode)
    guard descriptor >= 0 else { throw failure(path, errno) }
    var number = write(bytes, to: descriptor) && fsync(descriptor) == 0 ? 0 : errno
    if close(descriptor) != 0, number == 0 { number = errno }
    if number == 0 {
      let isDone = unsafe replaces ? rename(temporary, path) == 0 : link(temporary, path) == 0
      if !isDone { number = errno }
    }
    if number != 0 || !replaces { unsafe unlink(temporary) }
    guard number == 0 else { throw failure(path, number) }
    synchronize(directory)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno != EINTR { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }

  /// Lets the entry of a directory last over a loss of power. Where that can't be had, the file is
  /// written all the same.
  private static func synchronize(_ directory: String) {
    let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func failure(_ path: String, _ number: Int32) -> DocumentError {
    guard number == EEXIST else {
      return DocumentError(
        path: path, message: "\(path) can't be written: \(systemMessage(of: number))",
        isMissing: false)
    }
    return DocumentError(
      path: path, message: "\(path) is there already, and is never overwritten",
      remedy: "name another file, or remove this one")
  }
}
