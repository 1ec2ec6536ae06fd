import Glibc

/// The text of `/proc/self/maps`, for systems without queries of single addresses (proc_pid_maps(5)).
struct MemoryMapText {
  typealias FileIdentity = MemoryMap.FileIdentity

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
    // The map of a process with many plugins has thousands of lines.
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
    var rest = line
    guard let start = number(upTo: UInt8(ascii: "-"), of: &rest),
      let end = number(upTo: UInt8(ascii: " "), of: &rest), start < end
    else { return nil }
    // The permissions and the offset.
    guard skipField(of: &rest), skipField(of: &rest) else { return nil }
    guard let major = number(upTo: UInt8(ascii: ":"), of: &rest),
      let minor = number(upTo: UInt8(ascii: " "), of: &rest),
      let inode = number(rest.prefix { $0 != UInt8(ascii: " ") }, radix: 10), inode > 0
    else { return nil }
    return (start..<end, FileIdentity(major: major, minor: minor, inode: inode))
  }

  /// Removes a field and the space after it; returns whether there is one.
  private static func skipField(of line: inout ArraySlice<UInt8>) -> Bool {
    guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return false }
    line = line[(space + 1)...]
    return true
  }

  /// Removes a hexadecimal number and the byte after it.
  private static func number(upTo end: UInt8, of line: inout ArraySlice<UInt8>) -> UInt? {
    guard let index = line.firstIndex(of: end) else { return nil }
    defer { line = line[(index + 1)...] }
    return number(line[..<index])
  }

  private static func number(_ digits: ArraySlice<UInt8>, radix: UInt = 16) -> UInt? {
    guard !digits.isEmpty else { return nil }
    var number: UInt = 0
    for digit in digits {
      guard let value = value(of: digit), value < radix else { return nil }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: radix)
      guard !isTooLarge, product <= .max - value else { return nil }
      number = product + value
    }
    return number
  }

  private static func value(of digit: UInt8) -> UInt? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt(digit - UInt8(ascii: "a")) + 10
    default: nil
    }
  }
}

extension Range<Int> {
  /// The index in the middle; nil if there is none.
  fileprivate var middle: Int? { isEmpty ? nil : lowerBound + count / 2 }
}
