/// Checks that segments are such as the dynamic linker can map.
///
/// It believes what the headers say: a segment that overlaps another, or a part of one that is missing,
/// ends in a crash of the whole process, and not in an error. (System V ABI, "Program Loading".)
enum SegmentLayout {
  /// The smallest page of the machines that there are; the dynamic linker maps whole ones.
  private static let pageSize: UInt64 = 4096
  /// More address space than any plugin takes, in bytes.
  private static let spanLimit: UInt64 = 4 << 30
  /// More memory than any plugin takes of each thread, in bytes.
  private static let threadLocalLimit: UInt64 = 1 << 30

  static func check(_ segments: [ElfSegment]) throws(FileDefect) {
    let loaded = segments.filter { $0.kind == .load && $0.memorySize > 0 }
    for segment in loaded { try checkSizes(of: segment) }
    try checkPlaces(of: loaded)
    try checkFileRuns(of: loaded)
    for segment in segments {
      switch segment.kind {
      case .dynamic: try checkDynamic(segment, loaded)
      case .readOnlyAfterRelocation: try checkReadOnly(segment, loaded)
      case .threadLocal: try checkThreadLocal(segment, loaded)
      case .property where !isInFile(segment, of: loaded):
        throw .malformedELF("its property note does not lie in a loaded segment")
      default: break
      }
    }
  }

  private static func checkSizes(of segment: ElfSegment) throws(FileDefect) {
    let place = "its segment at address \(segment.address)"
    guard segment.fileSize <= segment.memorySize else {
      throw .malformedELF("\(place) has more bytes in the file than in memory")
    }
    // The rest is filled with zeros, for which the linker has to write.
    guard segment.isWritable || segment.fileSize == segment.memorySize else {
      throw .malformedELF("\(place) is longer than in the file, and can't be written")
    }
    guard segment.isReadable || segment.isExecutable else {
      throw .malformedELF("\(place) can be neither read nor executed")
    }
  }

  /// In ascending order, no two on one page, all within reach of each other.
  private static func checkPlaces(of loaded: [ElfSegment]) throws(FileDefect) {
    guard let first = loaded.first else {
      throw .malformedELF("it has no segment to load")
    }
    var end = first.address / pageSize * pageSize
    let limit = end.addingReportingOverflow(spanLimit)
    for segment in loaded {
      guard segment.address / pageSize * pageSize >= end else {
        throw .malformedELF(
          "its segment at address \(segment.address) overlaps the one before, or is out of order")
      }
      let (next, overflow) = segment.address.addingReportingOverflow(segment.memorySize)
      guard !overflow, !limit.overflow, next <= limit.partialValue else {
        throw .malformedELF("its segments span more than \(spanLimit) bytes of memory")
      }
      end = (next + pageSize - 1) / pageSize * pageSize
    }
  }

  private static func checkFileRuns(of loaded: [ElfSegment]) throws(FileDefect) {
    var end: UInt64 = 0
    for segment in loaded.sorted(by: { $0.offset < $1.offset }) where segment.fileSize > 0 {
      guard segment.offset >= end else {
        throw .malformedELF("two of its loaded segments share bytes of the file")
      }
      // No overflow: it was checked that the segment ends in the file.
      end = segment.offset + segment.fileSize
    }
  }

  /// This program reads the section at its place in the file, the dynamic linker at its address.
  private static func checkDynamic(
    _ dynamic: ElfSegment, _ loaded: [ElfSegment]
  ) throws(FileDefect) {
    let isInPlace = loaded.contains { segment in
      guard segment.isReadable, segment.isWritable || !dynamic.isWritable,
        let distance = segment.fileDistance(of: dynamic.address, count: dynamic.fileSize)
      else { return false }
      return segment.offset + distance == dynamic.offset
    }
    guard isInPlace else {
      throw .malformedELF("its dynamic section is not in memory what it is in the file")
    }
  }

  private static func checkReadOnly(
    _ protected: ElfSegment, _ loaded: [ElfSegment]
  ) throws(FileDefect) {
    let isInside = loaded.contains { segment in
      guard protected.address >= segment.address else { return false }
      // A segment that is protected as a whole may be rounded up to the end of its last page.
      let isWhole = protected.address == segment.address && protected.fileSize == segment.fileSize
      let room = segment.memorySize + (isWhole ? pageSize - 1 : 0)
      return FileExtent(
        offset: protected.address - segment.address, count: protected.memorySize, within: room)
        != nil
    }
    guard isInside else {
      throw .malformedELF("what it wants to be write-protected does not lie in a loaded segment")
    }
  }

  private static func checkThreadLocal(
    _ variables: ElfSegment, _ loaded: [ElfSegment]
  ) throws(FileDefect) {
    guard variables.fileSize <= variables.memorySize, variables.memorySize <= threadLocalLimit,
      variables.fileSize == 0 || isInFile(variables, of: loaded)
    else { throw .malformedELF("its thread-local variables do not lie in a loaded segment") }
  }

  private static func isInFile(_ inner: ElfSegment, of loaded: [ElfSegment]) -> Bool {
    loaded.contains {
      $0.isReadable && $0.fileDistance(of: inner.address, count: inner.fileSize) != nil
    }
  }
}
