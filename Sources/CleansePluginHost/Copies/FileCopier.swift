import CleanseCrypto
import CleansePluginFiles
package import CleanseSupport

/// Copies files below a directory, each to its absolute path there.
///
/// Symbolic links to directories are copied as links to the copies of these, so that each path leads to the copy of the file that
/// it leads to, whatever `..` it has.
package struct FileCopier {
  private static let pieceSize: UInt64 = 1 << 20

  let root: FilePath
  private(set) var files: [PluginSetCopy.File] = []
  /// The original directories of which there are copies, without symbolic links.
  private(set) var directories: Set<FilePath> = []
  /// Those of the files.
  private(set) var parents: Set<FilePath> = []
  private var targets: [FilePath: Original] = [:]
  /// The paths in `files`.
  private var paths: Set<FilePath> = []
  /// The first copy of each file. Other names of the file are links to it: the dynamic linker takes them for one library.
  private var copies: [FileIdentity: PluginSetCopy.File] = [:]

  /// The file that was copied to a target.
  private struct Original {
    let identity: FileIdentity
    let digest: ContentDigest
  }

  /// - Parameter root: An existing directory of this user alone.
  package init(to root: FilePath) {
    self.root = root
  }

  /// Copies a file, unless it has been.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the file.
  ///   - digest: The digest of the contents that the file has to have; nil for any.
  ///   - keepsMode: Whether the copy has the permissions of the file; otherwise, it can only be read.
  /// - Returns: The path of the copy, with the links and the `..` of the original's.
  @discardableResult package mutating func copy(
    _ path: FilePath, expecting digest: ContentDigest? = nil, keepsMode: Bool = false
  ) throws(PluginCopyError) -> FilePath {
    let parent = try makeDirectory(path.removingLastComponent)
    parents.insert(parent)
    let target = below(parent).appending(path.name)
    let copy = below(path)
    let source: FileSource
    do throws(FileSourceError) { source = try FileSource(path.text) } catch {
      throw PluginCopyError(.original, "\(path) \(error.predicate)")
    }
    let identity = FileIdentity(source.status)
    let found: ContentDigest
    if let known = targets[target] {
      // Another file has taken its place.
      guard known.identity == identity else { throw modified(path) }
      found = known.digest
    } else if let first = copies[identity], first.digest == digest ?? first.digest {
      guard unsafe link(first.path.cString, target.cString) == 0 else { throw failure(target) }
      found = first.digest
    } else {
      found = try write(
        source, of: path, to: target, mode: keepsMode ? source.status.st_mode & 0o777 : 0o400)
    }
    guard found == digest ?? found else { throw modified(path) }
    targets[target] = Original(identity: identity, digest: found)
    let file = PluginSetCopy.File(path: copy, digest: found)
    // Many plugins can need one library.
    if paths.insert(copy).inserted { files.append(file) }
    if copies[identity] == nil { copies[identity] = file }
    return copy
  }

  private func modified(_ path: FilePath) -> PluginCopyError {
    PluginCopyError(.original, "\(path) has been modified since it was inspected")
  }

  /// Lets what is not copied of a directory be found next to the copies, such as data of plugins: by links to the originals.
  ///
  /// - Parameter includesCandidates: Whether that includes files with the names of plugins.
  mutating func linkNeighbours(
    in directory: FilePath, includingCandidates includesCandidates: Bool = false
  ) throws(PluginCopyError) {
    guard let resolved = SystemPath.resolved(directory),
      let names = try? Directory.entries(in: resolved)
    else { return }
    let copy = below(try makeDirectory(resolved))
    for name in names where includesCandidates || !PluginDirectory.isCandidate(name) {
      let target = copy.appending(name)
      let linked = unsafe symlink(resolved.appending(name).cString, target.cString)
      // A library, or a directory of some, has been copied there.
      guard linked == 0 || errno == EEXIST else { throw failure(target) }
    }
  }

  /// The path below the root.
  private func below(_ path: FilePath) -> FilePath {
    root.appending(contentsOf: path.components)
  }

  /// Creates the copy of a directory, with those of all directories and links on the way to it.
  ///
  /// - Parameter path: The absolute path of the original.
  /// - Returns: The path of the original without symbolic links.
  private mutating func makeDirectory(_ path: FilePath) throws(PluginCopyError) -> FilePath {
    var current = FilePath.root
    for name in path.components where name != "." {
      guard name != ".." else {
        current = current.removingLastComponent
        continue
      }
      let next = current.appending(name)
      if directories.contains(next) {
        current = next
        continue
      }
      guard let resolved = SystemPath.resolved(next) else {
        throw PluginCopyError(.original, "\(path) can't be found: \(SystemError.last)")
      }
      if resolved == next {
        let made = unsafe mkdir(below(next).cString, 0o700)
        guard made == 0 || errno == EEXIST else { throw failure(below(next)) }
        directories.insert(next)
      } else {
        _ = try makeDirectory(resolved)
        let linked = unsafe symlink(below(resolved).cString, below(next).cString)
        guard linked == 0 || errno == EEXIST else { throw failure(below(next)) }
      }
      current = resolved
    }
    return current
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
