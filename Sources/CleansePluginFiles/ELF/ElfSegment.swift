/// A program header: an extent of the file, and the addresses where it is loaded.
struct ElfSegment: Equatable {
  /// The types (`p_type`) that the inspection distinguishes. (System V ABI, "Program Header".)
  enum Kind: UInt32 {
    case unused = 0
    case load = 1
    case dynamic = 2
    case interpreter = 3
    case note = 4
    case programHeaders = 6
    case threadLocal = 7
    /// `PT_GNU_EH_FRAME`
    case unwindTable = 0x6474_E550
    /// `PT_GNU_STACK`: the permissions that the stack needs.
    case stack = 0x6474_E551
    /// `PT_GNU_RELRO`: made read-only after relocation.
    case readOnlyAfterRelocation = 0x6474_E552
    case property = 0x6474_E553
  }

  /// The type; nil for one that the inspection ignores.
  let kind: Kind?
  /// `p_flags`
  let flags: UInt32
  let offset: UInt64
  let fileSize: UInt64
  let address: UInt64
  let memorySize: UInt64
  let alignment: UInt64

  var isExecutable: Bool { flags & 1 != 0 }
  var isWritable: Bool { flags & 2 != 0 }
  var isReadable: Bool { flags & 4 != 0 }

  /// Whether a range of addresses is in the segment's memory.
  func holds(_ address: UInt64, count: UInt64) -> Bool {
    address >= self.address
      && FileExtent(offset: address - self.address, count: count, within: memorySize) != nil
  }

  /// The segment's extent in the file.
  ///
  /// - Throws: ``FileDefect/truncated(_:)`` if the segment extends past the end of the file.
  func extent(within size: UInt64) throws(FileDefect) -> FileExtent {
    guard let extent = FileExtent(offset: offset, count: fileSize, within: size) else {
      throw .truncated(
        "a segment of \(fileSize) bytes at \(offset) extends past the file's \(size) bytes")
    }
    return extent
  }

  /// The offset of a range of addresses from the segment's start; nil if the range is not in the
  /// file-backed part of the segment.
  func fileDistance(of address: UInt64, count: UInt64) -> UInt64? {
    guard address >= self.address else { return nil }
    let distance = address - self.address
    return FileExtent(offset: distance, count: count, within: fileSize)?.offset
  }
}
