/// Checks that the dynamic linker can map the segments.
///
/// The dynamic linker trusts the program headers: overlapping or incomplete segments crash the process
/// instead of causing an error. (System V ABI, "Program Loading".)
enum SegmentLayout {
  /// The smallest page size of the supported machines, in bytes; the dynamic linker maps whole pages.
  private static let pageSize: UInt64 = 4096
  /// The maximum address range of all segments, in bytes. Real plugins need far less.
  private static let spanLimit: UInt64 = 4 << 30
  /// The maximum size of the thread-local storage, in bytes. Real plugins need far less.
  private static let threadLocalLimit: UInt64 = 1 << 30

  static func check(_ elf: borrowing ElfFile) throws(FileDefect) {
    let (segments, loaded) = (elf.segments, loaded(of: elf))
    for segment in loaded { try checkSizes(of: segment) }
    try checkAddresses(of: loaded)
    try checkFileExtents(of: loaded)
    for segment in segments {
      switch segment.kind {
      case .dynamic:
        try checkAddress(of: "dynamic section", segment, loaded)
      case .programHeaders:
        try checkAddress(of: "program header table", segment, loaded)
        guard segment.offset == elf.programHeaders.offset else {
          throw .malformedELF("a program header gives another offset for the program headers")
        }
      case .readOnlyAfterRelocation: try checkReadOnly(segment, loaded)
      case .threadLocal: try checkThreadLocal(segment, loaded)
      case .unwindTable:
        guard isInFile(segment, of: loaded) else {
          throw .malformedELF("its unwind table is not in a loaded segment")
        }
      case .property: try checkProperties(segment, loaded, elf)
      // The dynamic linker looks for properties in notes of this alignment.
      case .note where segment.alignment == 8: try checkProperties(segment, loaded, elf)
      case .note, .load, .interpreter, .stack, .unused, nil: break
      }
    }
    guard segments.count(where: { $0.kind == .threadLocal }) <= 1 else {
      throw .malformedELF("it has more than one thread-local storage segment")
    }
  }

  /// Checks of a library that the dynamic linker reads its dynamic section, and what that refers to, where this program does.
  static func checkDynamicSection(of elf: borrowing ElfFile) throws(FileDefect) {
    let loaded = loaded(of: elf)
    try checkAddresses(of: loaded)
    for segment in elf.segments where segment.kind == .dynamic {
      try checkAddress(of: "dynamic section", segment, loaded)
    }
  }

  /// The dynamic linker maps nothing for a segment of no bytes. One that has bytes in the file alone is wrong.
  private static func loaded(of elf: borrowing ElfFile) -> [ElfSegment] {
    elf.segments.filter { $0.kind == .load && ($0.memorySize > 0 || $0.fileSize > 0) }
  }

  private static func checkSizes(of segment: ElfSegment) throws(FileDefect) {
    let subject = "its segment at address \(segment.address)"
    guard segment.fileSize <= segment.memorySize else {
      throw .malformedELF("\(subject) is larger in the file than in memory")
    }
    // The dynamic linker fills the rest with zeros.
    guard segment.isWritable || segment.fileSize == segment.memorySize else {
      throw .malformedELF("\(subject) is larger in memory than in the file, but not writable")
    }
    guard segment.isReadable || segment.isExecutable else {
      throw .malformedELF("\(subject) is neither readable nor executable")
    }
  }

  /// Checks that the addresses ascend, that no page is shared, and that the total range is limited.
  private static func checkAddresses(of loaded: [ElfSegment]) throws(FileDefect) {
    guard let first = loaded.first else {
      throw .malformedELF("it has no loadable segment")
    }
    var end = first.address / pageSize * pageSize
    let limit = end.addingReportingOverflow(spanLimit)
    for segment in loaded {
      guard segment.address / pageSize * pageSize >= end else {
        throw .malformedELF(
          "its segment at address \(segment.address) overlaps the previous one, or is out of order")
      }
      let (next, overflow) = segment.address.addingReportingOverflow(segment.memorySize)
      guard !overflow, !limit.overflow, next <= limit.partialValue else {
        throw .malformedELF("its segments span more than \(spanLimit) bytes of memory")
      }
      end = (next + pageSize - 1) / pageSize * pageSize
    }
  }

  private static func checkFileExtents(of loaded: [ElfSegment]) throws(FileDefect) {
    var end: UInt64 = 0
    for segment in loaded.sorted(by: { $0.offset < $1.offset }) where segment.fileSize > 0 {
      guard segment.offset >= end else {
        throw .malformedELF("two of its loaded segments overlap in the file")
      }
      // No overflow: the segment was checked to be within the file.
      end = segment.offset + segment.fileSize
    }
  }

  /// Checks that a table has the same contents at its file offset, where this program reads it, and at its
  /// address, where the dynamic linker does.
  private static func checkAddress(
    of name: String, _ table: ElfSegment, _ loaded: [ElfSegment]
  ) throws(FileDefect) {
    let isConsistent = loaded.contains { segment in
      guard segment.isReadable, segment.isWritable || !table.isWritable,
        let distance = segment.fileDistance(of: table.address, count: table.fileSize)
      else { return false }
      return segment.offset + distance == table.offset
    }
    guard isConsistent else {
      throw .malformedELF("the address of its \(name) does not match its file offset")
    }
  }

  /// The dynamic linker reads these notes from memory, and trusts their sizes.
  private static func checkProperties(
    _ notes: ElfSegment, _ loaded: [ElfSegment], _ elf: borrowing ElfFile
  ) throws(FileDefect) {
    try checkAddress(of: "property note", notes, loaded)
    guard notes.memorySize == notes.fileSize else {
      throw .malformedELF("its property note has different sizes in memory and in the file")
    }
    let extent = try notes.extent(within: elf.file.size).prefix(NoteSegment.sizeLimit)
    try NoteSegment.checkProperties(Array(elf.file.bytes(in: extent)))
  }

  private static func checkReadOnly(
    _ protected: ElfSegment, _ loaded: [ElfSegment]
  ) throws(FileDefect) {
    let isInside = loaded.contains { segment in
      guard segment.isWritable, protected.address >= segment.address else { return false }
      // If a whole segment is protected, its size may be rounded up to the end of its last page.
      let isComplete =
        protected.address == segment.address && protected.fileSize == segment.fileSize
      let room = segment.memorySize + (isComplete ? pageSize - 1 : 0)
      return FileExtent(
        offset: protected.address - segment.address, count: protected.memorySize, within: room)
        != nil
    }
    guard isInside else {
      throw .malformedELF("its RELRO segment is not in a writable segment")
    }
  }

  private static func checkThreadLocal(
    _ variables: ElfSegment, _ loaded: [ElfSegment]
  ) throws(FileDefect) {
    guard variables.fileSize <= variables.memorySize, variables.memorySize <= threadLocalLimit,
      variables.fileSize == 0 || isInFile(variables, of: loaded)
    else { throw .malformedELF("its thread-local storage is not in a loaded segment") }
    // The dynamic linker divides by it.
    guard variables.alignment > 0, variables.alignment & (variables.alignment - 1) == 0,
      variables.alignment <= threadLocalLimit
    else {
      throw .malformedELF("its thread-local storage has the alignment \(variables.alignment)")
    }
  }

  private static func isInFile(_ inner: ElfSegment, of loaded: [ElfSegment]) -> Bool {
    loaded.contains {
      $0.isReadable && $0.fileDistance(of: inner.address, count: inner.fileSize) != nil
    }
  }
}
