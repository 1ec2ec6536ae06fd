import CleanseSupport

/// The cache of the system's libraries that `ldconfig` writes to `/etc/ld.so.cache`.
///
/// Layout of the format that glibc writes since 2.2: a magic string of 20 bytes, the number of entries,
/// the size of the strings, a word of flags, the offset of extensions and three reserved words; then the
/// entries, each of which has a word of flags, the offset of the name, the offset of the path, and three more
/// words. Offsets are relative to the magic string. A cache of an older format may precede it. (Documented
/// only in the source of glibc, `sysdeps/generic/dl-cache.h`.)
struct LoaderCache: Sendable {
  private let bytes: ArraySlice<UInt8>
  private let count: Int

  /// The system's cache; nil if it is missing or unreadable. The dynamic linker also continues without it.
  static let system: LoaderCache? = {
    guard var file = try? RegularFile(PluginFile(path: "/etc/ld.so.cache")),
      file.size <= sizeLimit, (try? file.copy()) != nil
    else { return nil }
    return file.contents.flatMap(LoaderCache.init)
  }()

  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    if rest.starts(with: Self.oldMagic), let old = rest.littleEndianWord(at: 12) {
      // No overflow: these are sums and small multiples of 32-bit numbers.
      rest = rest.dropFirst((16 + 12 * Int(old) + 7) / 8 * 8)
    }
    guard rest.starts(with: Self.magic), let count = rest.littleEndianWord(at: 20),
      Self.headerSize + Self.entrySize * Int(count) <= rest.count
    else { return nil }
    self.bytes = rest
    self.count = Int(count)
  }

  /// The paths of the libraries with a name, in the order of the cache. They may be for any machine.
  func paths(of name: LinkerName) -> [FilePath] {
    let name = name.bytes + [0]
    var paths: [FilePath] = []
    for index in 0..<count {
      let entry = Self.headerSize + Self.entrySize * index
      guard let key = bytes.littleEndianWord(at: entry + 4),
        bytes.dropFirst(Int(key)).starts(with: name),
        let value = bytes.littleEndianWord(at: entry + 8)
      else { continue }
      let path = bytes.dropFirst(Int(value)).prefix { $0 != 0 }.prefix(LibraryNeeds.nameLimit)
      paths.append(FilePath(bytes: path))
    }
    return paths
  }

  private static let sizeLimit: UInt64 = 16 << 20
  private static let oldMagic = Array("ld.so-1.7.0\0".utf8)
  private static let magic = Array("glibc-ld.so.cache1.1".utf8)
  private static let headerSize = 48
  private static let entrySize = 24
}
