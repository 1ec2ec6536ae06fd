/// What the dynamic linker reads: a list of tagged values. (System V ABI, "Dynamic Section".)
struct DynamicSection {
  /// The tags that the inspection looks at.
  enum Tag: Int64 {
    case needed = 1
    case hash = 4
    case stringTable = 5
    case symbolTable = 6
    case stringTableSize = 10
    case symbolSize = 11
    case sharedObjectName = 14
    case gnuHash = 0x6FFF_FEF5
    case flags1 = 0x6FFF_FFFB
  }

  struct Entry: Equatable {
    let tag: Int64
    let value: UInt64
  }

  private let entries: [Entry]

  /// Reads the section of a file through its program headers.
  init(of elf: borrowing ElfFile) throws(FileDefect) {
    guard let segment = elf.segments.first(where: { $0.kind == .dynamic }) else {
      throw .malformedELF("it has no dynamic section")
    }
    let extent = try segment.extent(within: elf.file.size)
    guard extent.count <= Self.sizeLimit else {
      throw .malformedELF("its dynamic section has \(extent.count) bytes")
    }
    entries = try elf.dynamicEntries(in: extent)
  }

  /// The value of the first entry with the tag.
  subscript(tag: Tag) -> UInt64? {
    entries.first { $0.tag == tag.rawValue }?.value
  }

  /// The values of all entries with the tag.
  func all(_ tag: Tag) -> [UInt64] {
    entries.filter { $0.tag == tag.rawValue }.map(\.value)
  }

  /// Whether the linker marked the file as an executable that may be loaded anywhere (`DF_1_PIE`).
  var isMarkedExecutable: Bool {
    (self[.flags1] ?? 0) & 0x0800_0000 != 0
  }

  /// More than sixty thousand entries; real sections have about thirty.
  private static let sizeLimit: UInt64 = 1 << 20
}
