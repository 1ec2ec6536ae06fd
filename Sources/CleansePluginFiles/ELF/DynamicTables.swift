/// The tables that the dynamic section refers to.
///
/// The dynamic linker uses their addresses unchecked, so a wrong address crashes the process.
struct DynamicTables {
  /// A table; the raw value is its name in messages.
  enum Kind: String {
    case header
    case programHeaders = "program headers"
    case dynamicSection = "dynamic section"
    case strings = "string table"
    case symbols = "symbol table"
    case versions = "version table"
    case versionsNeeded = "table of needed versions"
    case versionsDefined = "table of defined versions"
    case hash = "hash table"
    case gnuHash = "GNU hash table"
    case relocations
    case procedureRelocations = "PLT relocations"
    case packedRelocations = "packed relocations"
    case initialisers
    case finalisers

    /// Whether relocations write into the table.
    fileprivate var isRelocated: Bool { self == .initialisers || self == .finalisers }
    fileprivate var isOfRelocations: Bool { self == .relocations || self == .procedureRelocations }
  }

  private var extents: [(kind: Kind, extent: FileExtent)] = []
  private let segments: [ElfSegment]

  /// Locates all tables of a file, and checks their addresses and sizes.
  init(
    _ elf: borrowing ElfFile, _ dynamic: DynamicSection, _ symbols: DynamicSymbolTable,
    _ versions: VersionTables
  ) throws(FileDefect) {
    segments = elf.segments.filter { $0.kind == .load }
    set(.header, FileExtent(offset: 0, count: ElfIdentification.headerSize, within: elf.file.size))
    set(.programHeaders, elf.programHeaders)
    set(.dynamicSection, dynamic.extent)
    try Self.checkRelocationEntries(dynamic)
    try add(.strings, dynamic, at: .stringTable, size: .stringTableSize, unit: 1)
    try add(.symbols, dynamic[.symbolTable], entries: symbols.count, of: DynamicSymbol.entrySize)
    try add(.versions, dynamic[.versions], entries: symbols.count, of: 2)
    set(.versionsNeeded, versions.needed)
    set(.versionsDefined, versions.defined)
    // If there are both, the dynamic linker uses only the GNU table.
    try add(.hash, dynamic[.hash], entries: symbols.hash.systemVWords ?? 2, of: 4)
    try add(.gnuHash, dynamic[.gnuHash], entries: symbols.hash.gnuWords ?? 4, of: 4)
    try add(
      .relocations, dynamic, at: .relocations, size: .relocationsSize, unit: Relocation.size)
    try add(
      .procedureRelocations, dynamic, at: .procedureRelocations, size: .procedureRelocationsSize,
      unit: Relocation.size)
    try add(
      .packedRelocations, dynamic, at: .packedRelocations, size: .packedRelocationsSize, unit: 8)
    try add(.initialisers, dynamic, at: .initialisers, size: .initialisersSize, unit: 8)
    try add(.finalisers, dynamic, at: .finalisers, size: .finalisersSize, unit: 8)
    try checkOverlaps()
    try checkFunctions(dynamic)
  }

  /// The extent of a table; nil if the file does not have it.
  subscript(kind: Kind) -> FileExtent? { extents.first { $0.kind == kind }?.extent }

  private mutating func set(_ kind: Kind, _ extent: FileExtent?) {
    if let extent { extents.append((kind, extent)) }
  }

  /// The tables that relocations must not write to.
  var fixed: [(name: String, extent: FileExtent)] {
    extents.filter { !$0.kind.isRelocated }.map { ($0.kind.rawValue, $0.extent) }
      .sorted { ($0.extent.offset, $0.name) < ($1.extent.offset, $1.name) }
  }

  private static func checkRelocationEntries(_ dynamic: DynamicSection) throws(FileDefect) {
    let hasRelocations = dynamic[.relocations] != nil
    let hasProcedures = dynamic[.procedureRelocations] != nil
    let kind = UInt64(DynamicSection.Tag.relocations.rawValue)
    guard dynamic[.relocationSize] ?? (hasRelocations ? 0 : Relocation.size) == Relocation.size,
      dynamic[.procedureRelocationsKind] ?? (hasProcedures ? 0 : kind) == kind,
      dynamic[.packedRelocationSize] ?? 8 == 8
    else { throw .malformedELF("its relocations have an unknown kind or entry size") }
    // The dynamic linker reads the PLT relocations if their kind (`DT_PLTREL`) is present.
    guard hasProcedures || dynamic[.procedureRelocationsKind] == nil else {
      throw .malformedELF("it declares the kind of its PLT relocations, but has none")
    }
    let (relative, overflow) = (dynamic[.relativeRelocationsCount] ?? 0)
      .multipliedReportingOverflow(by: Relocation.size)
    guard !overflow, relative <= dynamic[.relocationsSize] ?? 0 else {
      throw .malformedELF("it declares more relative relocations than it has relocations")
    }
  }

  private mutating func add(
    _ kind: Kind, _ dynamic: DynamicSection, at address: DynamicSection.Tag,
    size: DynamicSection.Tag, unit: UInt64
  ) throws(FileDefect) {
    guard let start = dynamic[address] else { return }
    guard let size = dynamic[size], size % unit == 0 else {
      throw .malformedELF(
        "the size of its \(kind.rawValue) is missing or not a multiple of \(unit)")
    }
    try add(kind, start, entries: size / unit, of: unit)
  }

  private mutating func add(
    _ kind: Kind, _ address: UInt64?, entries: UInt64, of unit: UInt64
  ) throws(FileDefect) {
    guard let address, entries > 0 else { return }
    let (size, overflow) = entries.multipliedReportingOverflow(by: unit)
    for segment in segments where !overflow && segment.isReadable {
      guard let distance = segment.fileDistance(of: address, count: size),
        !kind.isRelocated || segment.isWritable
      else { continue }
      set(kind, FileExtent(offset: segment.offset + distance, count: size, within: .max))
      return
    }
    throw .malformedELF(
      """
      its dynamic section places its \(kind.rawValue) outside the \
      \(kind.isRelocated ? "writable" : "loaded") segments
      """)
  }

  private func checkOverlaps() throws(FileDefect) {
    let ordered = extents.sorted {
      ($0.extent.offset, $0.kind.rawValue) < ($1.extent.offset, $1.kind.rawValue)
    }
    // The table that ends last so far: another one may lie inside it, and then a third may overlap it.
    guard var furthest = ordered.first else { return }
    for next in ordered.dropFirst() {
      // Some linkers include the PLT relocations in the size of the other ones.
      if furthest.extent.end > next.extent.offset,
        !(furthest.kind.isOfRelocations && next.kind.isOfRelocations)
      {
        throw .malformedELF("its \(furthest.kind.rawValue) and its \(next.kind.rawValue) overlap")
      }
      if next.extent.end > furthest.extent.end { furthest = next }
    }
  }

  private func checkFunctions(_ dynamic: DynamicSection) throws(FileDefect) {
    for (name, tag) in [("initialiser", DynamicSection.Tag.initialiser), ("finaliser", .finaliser)]
    {
      guard let address = dynamic[tag], !segments.containCode(at: address) else { continue }
      throw .malformedELF("its \(name) is not in an executable segment")
    }
  }
}

extension [ElfSegment] {
  /// Whether the address is in the file-backed part of a loaded executable segment.
  func containCode(at address: UInt64) -> Bool {
    contains {
      $0.kind == .load && $0.isExecutable && $0.fileDistance(of: address, count: 1) != nil
    }
  }
}
