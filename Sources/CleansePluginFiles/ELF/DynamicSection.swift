/// The dynamic section of a file: the list of tagged values that the dynamic linker reads. (System V
/// ABI, "Dynamic Section".)
struct DynamicSection {
  /// The tags that the inspection reads. All but ``needed`` occur at most once.
  enum Tag: Int64 {
    case needed = 1
    case procedureRelocationsSize = 2
    case hash = 4
    case stringTable = 5
    case symbolTable = 6
    case relocations = 7
    case relocationsSize = 8
    case relocationSize = 9
    case stringTableSize = 10
    case symbolSize = 11
    case initialiser = 12
    case finaliser = 13
    case sharedObjectName = 14
    case searchPath = 15
    case symbolic = 16
    case procedureRelocationsKind = 20
    case debugger = 21
    case textRelocations = 22
    case procedureRelocations = 23
    case initialisers = 25
    case finalisers = 26
    case initialisersSize = 27
    case finalisersSize = 28
    case runPath = 29
    case flags = 30
    case packedRelocationsSize = 35
    case packedRelocations = 36
    case packedRelocationSize = 37
    case auditDependencies = 0x6FFF_FEFB
    case audit = 0x6FFF_FEFC
    case gnuHash = 0x6FFF_FEF5
    case versions = 0x6FFF_FFF0
    case relativeRelocationsCount = 0x6FFF_FFF9
    case flags1 = 0x6FFF_FFFB
    case versionsDefined = 0x6FFF_FFFC
    case versionsDefinedCount = 0x6FFF_FFFD
    case versionsNeeded = 0x6FFF_FFFE
    case versionsNeededCount = 0x6FFF_FFFF
    case auxiliary = 0x7FFF_FFFD
    case filter = 0x7FFF_FFFF
  }

  struct Entry: Equatable {
    let tag: Int64
    let value: UInt64
  }

  /// The section's extent in the file.
  let extent: FileExtent
  /// The string table offsets of the names of the needed libraries.
  let needed: [UInt64]
  /// The values of the other tags, of which there are at most some thirty.
  private let values: [(tag: Tag, value: UInt64)]

  /// Reads the section that the program headers name.
  ///
  /// - Throws: ``FileDefect/malformedELF(_:)``, also for a section that the dynamic linker would read
  ///   differently: it uses the last of duplicate entries, and reads on if the section is not terminated.
  init(of elf: borrowing ElfFile) throws(FileDefect) {
    let segments = elf.segments.filter { $0.kind == .dynamic }
    guard let segment = segments.first else {
      throw .malformedELF("it has no dynamic section")
    }
    guard segments.count == 1 else {
      throw .malformedELF("it has \(segments.count) dynamic sections")
    }
    extent = try segment.extent(within: elf.file.size)
    guard extent.count <= Self.sizeLimit else {
      throw .malformedELF("its dynamic section has \(extent.count) bytes")
    }
    guard let entries = try elf.dynamicEntries(in: extent) else {
      throw .malformedELF("its dynamic section is not terminated")
    }
    var values: [(tag: Tag, value: UInt64)] = []
    values.reserveCapacity(min(entries.count, 64))
    var needed: [UInt64] = []
    for entry in entries {
      guard let tag = Tag(rawValue: entry.tag) else { continue }
      if tag == .needed {
        needed.append(entry.value)
      } else if values.contains(where: { $0.tag == tag }) {
        let number = String(entry.tag, radix: 16)
        throw .malformedELF("its dynamic section has two entries with the tag 0x\(number)")
      } else {
        values.append((tag, entry.value))
      }
    }
    self.needed = needed
    self.values = values
  }

  /// The value of the entry with the tag.
  subscript(tag: Tag) -> UInt64? { values.first { $0.tag == tag }?.value }

  /// Whether the linker marked the file as a position-independent executable (`DF_1_PIE`).
  var isMarkedExecutable: Bool {
    (self[.flags1] ?? 0) & 0x0800_0000 != 0
  }

  /// Whether the dynamic linker searches the file itself before all others (`DT_SYMBOLIC`, `DF_SYMBOLIC`).
  var isSymbolic: Bool { self[.symbolic] != nil || (self[.flags] ?? 0) & 2 != 0 }

  /// Rejects entries that make the dynamic linker load libraries other than the needed ones, or refuse to open this one
  /// (`DF_1_NOOPEN`).
  func checkLoading() throws(FileDefect) {
    guard (self[.flags1] ?? 0) & 0x40 == 0 else { throw .notOpenable() }
    if let entry = Self.interposing.first(where: { self[$0.tag] != nil }) {
      throw .interposedLibrary(entry.name)
    }
  }

  private static let interposing: [(tag: Tag, name: String)] = [
    (.filter, "DT_FILTER"), (.auxiliary, "DT_AUXILIARY"), (.audit, "DT_AUDIT"),
    (.auditDependencies, "DT_DEPAUDIT"),
  ]

  /// In bytes: more than sixty thousand entries. Real sections have about thirty.
  private static let sizeLimit: UInt64 = 1 << 20
}
