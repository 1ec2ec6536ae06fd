import Glibc

/// The files that are mapped into this process: `/proc/self/maps` (proc(5)).
///
/// The device in the map may differ from that of `stat`, as with overlayfs and btrfs, so a mapping can be compared
/// only with other mappings of the same process.
struct MemoryMap {
  /// The identity of a mapped file.
  struct FileIdentity: Hashable {
    /// The device and the inode, as they are in the map.
    fileprivate let text: ArraySlice<UInt8>
  }

  /// In the order of the addresses.
  private var entries: [(addresses: Range<UInt>, identity: FileIdentity)] = []

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
    // The map of a process with many plugins has thousands of lines, and is read for each plugin.
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if let entry = Self.entry(bytes[start..<end]) { entries.append(entry) }
      start = end + 1
    }
  }

  /// The file that an address is mapped from.
  func identity(at address: UInt) -> FileIdentity? {
    var candidates = entries[...]
    while let middle = candidates.indices.middle {
      let (addresses, identity) = candidates[middle]
      if addresses.contains(address) { return identity }
      candidates =
        address < addresses.lowerBound ? candidates[..<middle] : candidates[(middle + 1)...]
    }
    return nil
  }

  /// Parses a line such as `7f00-7f10 r-xp 00000000 fe:00 1234  /usr/lib/libc.so.6`; returns nil for memory
  /// without a file.
  private static func entry(
    _ line: ArraySlice<UInt8>
  ) -> (addresses: Range<UInt>, identity: FileIdentity)? {
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
    guard fields.count >= 5, fields[4] != [UInt8(ascii: "0")],
      let dash = fields[0].firstIndex(of: UInt8(ascii: "-")),
      let start = number(fields[0][..<dash]), let end = number(fields[0][(dash + 1)...]),
      start < end
    else { return nil }
    return (start..<end, FileIdentity(text: line[fields[3].startIndex..<fields[4].endIndex]))
  }

  /// A hexadecimal number of at most 16 digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> UInt? {
    guard !digits.isEmpty, digits.count <= 16 else { return nil }
    var number: UInt = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt(digit - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt(digit - 0x57)
      default: return nil
      }
    }
    return number
  }
}

extension Range<Int> {
  /// The index in the middle; nil if there is none.
  fileprivate var middle: Int? { isEmpty ? nil : lowerBound + count / 2 }
}
