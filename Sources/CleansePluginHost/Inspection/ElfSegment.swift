/// One program header: a run of the file, and where it gets to in memory.
struct ElfSegment: Equatable {
  /// `p_type`, as far as the inspection tells them apart. (System V ABI, "Program Header".)
  enum Kind: UInt32 {
    case unused = 0
    case load = 1
    case dynamic = 2
    case interpreter = 3
    case note = 4
  }

  /// Nothing for the kinds that do not matter here.
  let kind: Kind?
  let offset: UInt64
  let fileSize: UInt64
  let address: UInt64

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
}
