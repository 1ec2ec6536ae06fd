/// One program header: a run of the file, and where it gets to in memory.
struct ElfSegment: Equatable {
  /// `p_type`, as far as the inspection tells them apart. (System V ABI, "Program Header".)
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
    /// What gets write-protected once it is relocated, `PT_GNU_RELRO`.
    case readOnlyAfterRelocation = 0x6474_E552
    case property = 0x6474_E553
  }

  /// Nothing for the kinds that do not matter here.
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

  /// Whether a run of addresses lies in the segment, as it is in memory.
  func holds(_ address: UInt64, count: UInt64) -> Bool {
    address >= self.address
      && FileExtent(offset: address - self.address, count: count, within: memorySize) != nil
  }

  /// Where in the file the bytes lie.
  ///
  /// - Throws: ``FileDefect/truncated(_:)`` when they do not.
  func extent(within size: UInt64) throws(FileDefect) -> FileExtent {
    guard let extent = FileExtent(offset: offset, count: fileSize, within: size) else {
      throw .truncated(
        "a segment of \(fileSize) bytes at \(offset) ends beyond the file's \(size) bytes")
    }
    return extent
  }

  /// Where a run of addresses lies in the part of the segment that comes from the file, counted from
  /// the segment's start; nothing if it does not.
  func fileDistance(of address: UInt64, count: UInt64) -> UInt64? {
    guard address >= self.address else { return nil }
    let distance = address - self.address
    return FileExtent(offset: distance, count: count, within: fileSize)?.offset
  }
}
