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

  static func check(_ elf: borrowing ElfFile) throws(FileDefect) {
    let segments = elf.segments
    // The dynamic linker maps nothing for a segment of no bytes. One that has bytes in the file alone is wrong.
    let loaded = segments.filter { $0.kind == .load && ($0.memorySize > 0 || $0.fileSize > 0) }
    for segment in loaded { try checkSizes(of: segment) }
    try checkPlaces(of: loaded)
    try checkFileRuns(of: loaded)
    for segment in segments {
      switch segment.kind {
      case .dynamic:
        try checkPlace(of: "dynamic section", segment, loaded)
      case .programHeaders:
        try checkPlace(of: "table of program headers", segment, loaded)
        guard segment.offset == elf.programHeaders.offset else {
          throw .malformedELF("a program header says that the program headers are elsewhere")
        }
      case .readOnlyAfterRelocation: try checkReadOnly(segment, loaded)
      case .threadLocal: try checkThreadLocal(segment, loaded)
      case .unwindTable:
        guard isInFile(segment, of: loaded) else {
          throw .malformedELF("its table for unwinding does not lie in a loaded segment")
        }
      case .property: try checkProperties(segment, loaded, elf)
      // The alignment by which the dynamic linker tells notes that may have properties.
      case .note where segment.alignment == 8: try checkProperties(segment, loaded, elf)
      case .note, .load, .interpreter, .unused, nil: break
      }
    }
    guard segments.count(where: { $0.kind == .threadLocal }) <= 1 else {
      throw .malformedELF("it has several segments of thread-local variables")
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

  /// This program reads a table at its place in the file, the dynamic linker at its address.
  private static func checkPlace(
    of name: String, _ table: ElfSegment, _ loaded: [ElfSegment]
  ) throws(FileDefect) {
    let isInPlace = loaded.contains { segment in
      guard segment.isReadable, segment.isWritable || !table.isWritable,
        let distance = segment.fileDistance(of: table.address, count: table.fileSize)
      else { return false }
      return segment.offset + distance == table.offset
    }
    guard isInPlace else {
      throw .malformedELF("its \(name) is not in memory what it is in the file")
    }
  }

  /// The dynamic linker reads these notes from memory, each up to where it says that it ends.
  private static func checkProperties(
    _ notes: ElfSegment, _ loaded: [ElfSegment], _ elf: borrowing ElfFile
  ) throws(FileDefect) {
    try checkPlace(of: "property note", notes, loaded)
    guard notes.memorySize == notes.fileSize else {
      throw .malformedELF("its property note is longer in memory than in the file, or shorter")
    }
    let extent = try notes.extent(within: elf.file.size).prefix(NoteSegment.sizeLimit)
    try NoteSegment.checkProperties(Array(elf.file.bytes(in: extent)))
  }

  private static func checkReadOnly(
    _ protected: ElfSegment, _ loaded: [ElfSegment]
  ) throws(FileDefect) {
    let isInside = loaded.contains { segment in
      guard segment.isWritable, protected.address >= segment.address else { return false }
      // A segment that is protected as a whole may be rounded up to the end of its last page.
      let isComplete =
        protected.address == segment.address && protected.fileSize == segment.fileSize
      let room = segment.memorySize + (isComplete ? pageSize - 1 : 0)
      return FileExtent(
        offset: protected.address - segment.address, count: protected.memorySize, within: room)
        != nil
    }
    guard isInside else {
      throw .malformedELF("what it wants to be write-protected does not lie in a writable segment")
    }
  }

  private static func checkThreadLocal(
    _ variables: ElfSegment, _ loaded: [ElfSegment]
  ) throws(FileDefect) {
    guard variables.fileSize <= variables.memorySize, variables.memorySize <= threadLocalLimit,
      variables.fileSize == 0 || isInFile(variables, of: loaded)
    else { throw .malformedELF("its thread-local variables do not lie in a loaded segment") }
    // The dynamic linker divides by it.
    guard variables.alignment > 0, variables.alignment & (variables.alignment - 1) == 0,
      variables.alignment <= threadLocalLimit
    else {
      throw .malformedELF("its thread-local variables have the alignment \(variables.alignment)")
    }
  }

  private static func isInFile(_ inner: ElfSegment, of loaded: [ElfSegment]) -> Bool {
    loaded.contains {
      $0.isReadable && $0.fileDistance(of: inner.address, count: inner.fileSize) != nil
    }
  }
}
