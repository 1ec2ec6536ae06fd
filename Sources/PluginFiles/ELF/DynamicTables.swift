/// The tables that the dynamic section speaks of.
///
/// The dynamic linker reads, and applies, whatever lies at their addresses, so a table that is not
/// where the section says crashes the process. Nothing is looked up in them here: what is checked is
/// that they can be what they are said to be.
struct DynamicTables {
  private var tables: [(name: String, extent: FileExtent)]
  private let segments: [ElfSegment]

  /// Checks all tables of a file with so many symbols.
  static func check(
    _ elf: borrowing ElfFile, _ dynamic: DynamicSection, symbols: UInt64
  ) throws(FileDefect) {
    var tables = DynamicTables(elf, dynamic)
    try checkEntrySizes(dynamic)
    try tables.add(dynamic, "string table", at: .stringTable, size: .stringTableSize, unit: 1)
    try tables.add("symbol table", dynamic[.symbolTable], entries: symbols, of: DynamicSymbol.size)
    try tables.add("table of versions", dynamic[.versions], entries: symbols, of: 2)
    try tables.add(
      "table of needed versions", dynamic[.versionsNeeded],
      entries: dynamic[.versionsNeededCount] ?? 1, of: 16)
    try tables.add(
      "table of defined versions", dynamic[.versionsDefined],
      entries: dynamic[.versionsDefinedCount] ?? 1, of: 20)
    try tables.add("hash table", dynamic[.hash], entries: 2, of: 4)
    try tables.add("GNU hash table", dynamic[.gnuHash], entries: 4, of: 4)
    try tables.add(
      dynamic, "relocations", at: .relocations, size: .relocationsSize, unit: relocationSize)
    try tables.add(
      dynamic, "relocations of procedures", at: .procedureRelocations,
      size: .procedureRelocationsSize, unit: relocationSize)
    try tables.add(
      dynamic, "packed relocations", at: .packedRelocations, size: .packedRelocationsSize, unit: 8)
    try tables.add(
      dynamic, "initialisers", at: .initialisers, size: .initialisersSize, unit: 8, isWritten: true)
    try tables.add(
      dynamic, "finalisers", at: .finalisers, size: .finalisersSize, unit: 8, isWritten: true)
    try tables.checkOverlaps()
    try tables.checkFunctions(dynamic)
  }

  /// The size of `Elf64_Rela`, in bytes.
  private static let relocationSize: UInt64 = 24

  private init(_ elf: borrowing ElfFile, _ dynamic: DynamicSection) {
    segments = elf.segments.filter { $0.kind == .load }
    tables = [("dynamic section", dynamic.extent), ("program headers", elf.programHeaders)]
    let header = FileExtent(
      offset: 0, count: ElfIdentification.headerSize, within: elf.file.size)
    if let header { tables.append(("header", header)) }
  }

  /// Both machines have relocations with addends alone (`DT_RELA`).
  private static func checkEntrySizes(_ dynamic: DynamicSection) throws(FileDefect) {
    let hasRelocations = dynamic[.relocations] != nil
    let hasProcedures = dynamic[.procedureRelocations] != nil
    let kind = UInt64(DynamicSection.Tag.relocations.rawValue)
    guard dynamic[.relocationSize] ?? (hasRelocations ? 0 : relocationSize) == relocationSize,
      dynamic[.procedureRelocationsKind] ?? (hasProcedures ? 0 : kind) == kind,
      dynamic[.packedRelocationSize] ?? 8 == 8
    else { throw .malformedELF("its relocations are of a kind or size that does not exist") }
    let (relative, overflow) = (dynamic[.relativeRelocationsCount] ?? 0)
      .multipliedReportingOverflow(by: relocationSize)
    guard !overflow, relative <= dynamic[.relocationsSize] ?? 0 else {
      throw .malformedELF("it counts more relative relocations than it has relocations")
    }
  }

  private mutating func add(
    _ dynamic: DynamicSection, _ name: String, at address: DynamicSection.Tag,
    size: DynamicSection.Tag, unit: UInt64, isWritten: Bool = false
  ) throws(FileDefect) {
    guard let start = dynamic[address] else { return }
    guard let size = dynamic[size], size % unit == 0 else {
      throw .malformedELF("the size of its \(name) is missing or no multiple of \(unit)")
    }
    try add(name, start, entries: size / unit, of: unit, isWritten: isWritten)
  }

  private mutating func add(
    _ name: String, _ address: UInt64?, entries: UInt64, of unit: UInt64, isWritten: Bool = false
  ) throws(FileDefect) {
    guard let address, entries > 0 else { return }
    let (size, overflow) = entries.multipliedReportingOverflow(by: unit)
    for segment in segments where !overflow && segment.isReadable {
      guard let distance = segment.fileDistance(of: address, count: size),
        !isWritten || segment.isWritable,
        let extent = FileExtent(offset: segment.offset + distance, count: size, within: .max)
      else { continue }
      tables.append((name, extent))
      return
    }
    throw .malformedELF(
      """
      what its dynamic section calls its \(name) does not lie in a \(isWritten ? "writable" : "loaded") \
      segment
      """)
  }

  private func checkOverlaps() throws(FileDefect) {
    let ordered = tables.sorted { $0.extent.offset < $1.extent.offset }
    for (table, next) in zip(ordered, ordered.dropFirst())
    where table.extent.offset + table.extent.count > next.extent.offset {
      // Some linkers count the latter among the former.
      let names = [table.name, next.name]
      guard names.allSatisfy({ $0.hasPrefix("relocations") }) else {
        throw .malformedELF("its \(table.name) and its \(next.name) overlap")
      }
    }
  }

  private func checkFunctions(_ dynamic: DynamicSection) throws(FileDefect) {
    for (name, tag) in [("initialiser", DynamicSection.Tag.initialiser), ("finaliser", .finaliser)]
    {
      guard let address = dynamic[tag], !segments.containCode(at: address) else { continue }
      throw .malformedELF("its \(name) does not lie in an executable segment")
    }
  }
}

extension [ElfSegment] {
  /// Whether a loaded segment brings code from the file to an address.
  func containCode(at address: UInt64) -> Bool {
    contains {
      $0.kind == .load && $0.isExecutable && $0.fileDistance(of: address, count: 1) != nil
    }
  }
}
