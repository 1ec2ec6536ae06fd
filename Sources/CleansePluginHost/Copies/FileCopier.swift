import CleanseCrypto
import CleansePluginFiles
package import CleanseSupport

/// Copies files below a directory, each to its absolute path there.
package struct FileCopier {
  /// A file, whatever its name.
  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private static let pieceSize: UInt64 = 1 << 20

  let root: FilePath
  private(set) var files: [PluginSetCopy.File] = []
  private var targets: Set<FilePath> = []
  /// The first copy of each file. Other names of the file are links to it: the dynamic linker takes them for one library.
  private var copies: [Identity: PluginSetCopy.File] = [:]

  /// - Parameter root: An existing directory of this user alone.
  package init(to root: FilePath) {
    self.root = root
  }

  /// Copies a file, unless it has been.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the file. A `..` in it is that of the path, also after a symbolic link.
  ///   - digest: The digest of the contents that the file has to have; nil for any.
  ///   - keepsMode: Whether the copy has the permissions of the file; otherwise, it can only be read.
  /// - Returns: The path of the copy.
  @discardableResult package mutating func copy(
    _ path: FilePath, expecting digest: ContentDigest? = nil, keepsMode: Bool = false
  ) throws(PluginCopyError) -> FilePath {
    let target = try place(of: path)
    guard targets.insert(target).inserted else { return target }
    let source: FileSource
    do throws(FileSourceError) { source = try FileSource(path.text) } catch {
      throw PluginCopyError(.original, "\(path) \(error.predicate)")
    }
    let identity = Identity(
      device: UInt64(source.status.st_dev), inode: UInt64(source.status.st_ino))
    if let first = copies[identity], first.digest == digest ?? first.digest {
      guard unsafe link(first.path.cString, target.cString) == 0 else { throw failure(target) }
      files.append(.init(path: target, digest: first.digest))
      return target
    }
    let found = try write(
      source, of: path, to: target, mode: keepsMode ? source.status.st_mode & 0o777 : 0o400)
    guard found == digest ?? found else {
      throw PluginCopyError(.original, "\(path) has been modified since it was inspected")
    }
    files.append(.init(path: target, digest: found))
    copies[identity] = files.last
    return target
  }

  /// Lets what is not copied of a directory be found next to the copies, such as data of plugins: by links to the originals.
  mutating func linkNeighbours(in directory: FilePath) throws(PluginCopyError) {
    guard let resolved = SystemPath.resolved(directory),
      let names = try? Directory.entries(in: resolved)
    else { return }
    for name in names where !PluginDirectory.isCandidate(name) {
      let original = resolved.appending(name)
      let target = try place(of: original)
      let linked = unsafe symlink(original.cString, target.cString)
      // A library, or a directory of some, has been copied there.
      guard linked == 0 || errno == EEXIST else { throw failure(target) }
    }
  }

  /// The path of a copy. Its directories are created, also those that a `..` leads out of.
  private func place(of path: FilePath) throws(PluginCopyError) -> FilePath {
    var directory = root
    var depth = 0
    for name in path.components.dropLast() where name != "." {
      if name == ".." {
        if depth > 0 { (directory, depth) = (directory.removingLastComponent, depth - 1) }
        continue
      }
      (directory, depth) = (directory.appending(name), depth + 1)
      let made = unsafe mkdir(directory.cString, 0o700)
      guard made == 0 || errno == EEXIST else { throw failure(directory) }
    }
    return directory.appending(path.name)
  }

  /// - Returns: The digest of what was written.
  private func write(
    _ source: borrowing FileSource, of path: FilePath, to target: FilePath, mode: mode_t
  ) throws(PluginCopyError) -> ContentDigest {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = unsafe open(target.cString, flags, mode)
    guard descriptor >= 0 else { throw failure(target) }
    var hasher = ContentDigest.Hasher()
    var offset: UInt64 = 0
    while offset < source.size {
      let count = min(Self.pieceSize, source.size - offset)
      let piece = Result { () throws(FileSourceError) in
        try source.read(from: offset, count: count)
      }
      switch piece {
      case .success(let bytes):
        hasher.update(bytes)
        let written = Result { () throws(SystemError) in try writeAll(bytes, to: descriptor) }
        if case .failure(let error) = written {
          close(descriptor)
          throw failure(target, error)
        }
      case .failure(let error):
        close(descriptor)
        throw PluginCopyError(.original, "\(path) \(error.predicate)")
      }
      offset += count
    }
    // Some file systems report only now that the disk is full.
    guard close(descriptor) == 0 else { throw failure(target) }
    return hasher.finish()
  }

  private func failure(
    _ target: FilePath, _ error: SystemError = .last
  ) -> PluginCopyError {
    PluginCopyError(
      .copy, "can't write the copy of \(target) below the state directory: \(error)")
  }
}
