import Glibc

/// The files that are mapped into this process: `/proc/self/maps` (proc(5)).
///
/// The device in the map may differ from that of `stat`, as with overlayfs and btrfs, so a mapping can be compared
/// only with other mappings of the same process.
struct MemoryMap {
  /// The identity of a mapped file.
  struct FileIdentity: Hashable {
    /// The device and the inode, as they are in the map.
    private let text: Substring

    fileprivate init(_ text: Substring) { self.text = text }
  }

  private let entries: [(addresses: Range<UInt>, identity: FileIdentity)]

  /// Reads the current map.
  ///
  /// - Parameter descriptor: The open file; the caller keeps ownership.
  init?(reading descriptor: Int32) {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe pread(descriptor, &block, block.count, off_t(bytes.count))
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    entries = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap(Self.entry)
  }

  /// The file that an address is mapped from.
  func identity(at address: UInt) -> FileIdentity? {
    entries.first { $0.addresses.contains(address) }?.identity
  }

  /// Parses a line such as `7f00-7f10 r-xp 00000000 fe:00 1234  /usr/lib/libc.so.6`; returns nil for memory
  /// without a file.
  private static func entry(
    _ line: Substring
  ) -> (addresses: Range<UInt>, identity: FileIdentity)? {
    let fields = line.split(separator: " ", maxSplits: 5)
    guard fields.count >= 5, fields[4] != "0",
      let dash = fields[0].firstIndex(of: "-"),
      let start = UInt(fields[0][..<dash], radix: 16),
      let end = UInt(fields[0][fields[0].index(after: dash)...], radix: 16), start < end
    else { return nil }
    return (start..<end, FileIdentity(line[fields[3].startIndex..<fields[4].endIndex]))
  }
}
