package import CleanseCrypto
import CleanseSupport

/// An open regular file, which is read in parts or copied to memory as a whole.
///
/// The first bytes are read when the file is opened, as they identify most files. Other bytes are read from the
/// file on each request until ``copy()`` was called.
package struct RegularFile: ~Copyable {
  /// The file's stamp when it was opened.
  let stamp: FileStamp
  private let source: FileSource
  /// The file's first bytes; all bytes after ``copy()``.
  private var start: [UInt8] = []

  /// The size in bytes when the file was opened.
  package var size: UInt64 { stamp.size }

  /// The number of bytes that are read when a file is opened: enough for the headers and notes where
  /// linkers put them.
  static let headSize: UInt64 = 4096

  /// Opens a regular file.
  package init(_ file: PluginFile) throws(FileDefect) {
    guard file.isNameable else { throw .unreadable(errno: EILSEQ) }
    do throws(FileSourceError) {
      let source = try FileSource(file.path, resolvedPath: file.resolvedPath)
      start = try source.read(from: 0, count: min(source.size, Self.headSize))
      stamp = FileStamp(source.status)
      self.source = source
    } catch {
      throw FileDefect(error)
    }
  }

  /// All bytes of the file, as ``copy()`` read them; nil before.
  var contents: [UInt8]? { UInt64(start.count) == size ? start : nil }

  /// Reads the whole file to memory, so that later changes of the file have no effect.
  mutating func copy() throws(FileDefect) {
    guard contents == nil else { return }
    do throws(FileSourceError) {
      start = try source.read(from: 0, count: size)
    } catch {
      throw FileDefect(error)
    }
  }

  /// The bytes of an extent.
  ///
  /// - Throws: ``FileDefect/unreadable(errno:)``, or ``FileDefect/truncated(_:)`` if the file has
  ///   become shorter since it was opened.
  package func bytes(in extent: FileExtent) throws(FileDefect) -> ArraySlice<UInt8> {
    let known = FileExtent(
      offset: extent.offset, count: extent.count, within: UInt64(start.count))
    if let known { return start[Int(known.offset)...].prefix(Int(known.count)) }
    return try translating(
      source.read(from: extent.offset, count: extent.count)[...], FileDefect.init)
  }

  /// The digest of the whole file, which is read in parts.
  package func digest() throws(FileDefect) -> ContentDigest {
    var hasher = ContentDigest.Hasher()
    var rest = FileExtent(offset: 0, count: size, within: size)
    while let current = rest, current.count > 0 {
      let part = current.prefix(Self.pieceSize)
      hasher.update(try bytes(in: part))
      rest = current.suffix(from: part.count)
    }
    return hasher.finish()
  }

  private static let pieceSize: UInt64 = 1 << 20
}

extension FileDefect {
  fileprivate init(_ error: FileSourceError) {
    self =
      switch error {
      case .unreadable(let error): .unreadable(errno: error.number)
      case .brokenLink(let error): .brokenLink(errno: error.number)
      case .notARegularFile(let kind): .notARegularFile(kind)
      case .shortened: .truncated("the file became shorter while it was read")
      }
  }
}
