import CleanseSupport

extension CacheFolder {
  /// The contents of the file; nil unless it is a regular file of this user, of at most `limit` bytes, that
  /// no other user may write to.
  ///
  /// A use of the file is recorded once a day, as its modification time.
  func contents(of name: String, limit: Int) -> [UInt8]? {
    // Opening must neither follow a link nor wait for the other end of a FIFO.
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let file = unsafe openat(descriptor, name, flags)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      UserIdentity.current.isSelf(status.st_uid), status.st_mode & (S_IWGRP | S_IWOTH) == 0,
      status.st_size <= limit
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let result = retryingInterrupts {
        unsafe bytes.withUnsafeMutableBytes { buffer in
          // In bounds: `done` is less than the size of the buffer.
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
          return unsafe read(file, rest.baseAddress, rest.count)
        }
      }
      guard case .success(let count) = result, count > 0 else { return nil }
      done += count
    }
    let day = 86400
    if Int(time(nil)) - status.st_mtim.tv_sec > day { _ = futimens(file, nil) }
    return bytes
  }

  /// Replaces a file atomically.
  ///
  /// - Returns: Whether the file was replaced; if not, nothing has changed.
  func replace(_ name: String, with bytes: [UInt8]) -> Bool {
    do throws(SystemError) {
      let draft = try FileDraft(Self.unfinishedPrefix, in: descriptor, mode: 0o600)
      try draft.finish(bytes)
      try draft.putInPlace(as: name)
      return true
    } catch {
      return false
    }
  }

  /// Removes a file. It is not an error if another host has removed it already.
  func remove(_ name: String) throws(OutcomeCacheError) {
    guard unsafe unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw OutcomeCacheError(.refused(errno: errno), path: "\(path)/\(name)")
    }
  }

  /// The files that the cache created, or that have replaced them.
  func files() -> [File] {
    let names = (try? Directory.names(at: descriptor)) ?? []
    return names.compactMap { bytes in
      let name = String(decoding: bytes, as: UTF8.self)
      var status = stat()
      guard let kind = Self.kind(of: name),
        unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        // A directory is not of the cache, and can't be removed like a file.
        status.st_mode & S_IFMT != S_IFDIR
      else { return nil }
      return File(
        name: name, kind: kind, size: Int(status.st_size), modified: status.st_mtim.tv_sec)
    }
  }

  private static let unfinishedPrefix = "unfinished-"

  private static func kind(of name: String) -> File.Kind? {
    if name.hasPrefix(unfinishedPrefix) { return .unfinished }
    let isDigit = { (byte: UInt8) in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    return name.utf8.count == CacheEntry.nameLength && name.utf8.allSatisfy(isDigit) ? .entry : nil
  }
}
