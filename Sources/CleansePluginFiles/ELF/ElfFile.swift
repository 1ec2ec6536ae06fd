// This folder reads shared libraries. `ElfFile` finds headers with libelf; the dynamic section and its tables are read
// from the bytes of the file, because libelf trusts what the dynamic linker does not check. `RelocationCheck`,
// `SegmentLayout` and `FunctionArrays` look at everything that the dynamic linker would follow.

import CCleanseELF
// With its module of the C library, to which <elf.h> belongs in some builds.
import CleanseSupport

/// An ELF file of this machine. This is the only file that calls libelf.
///
/// libelf decodes the bytes of one table at a time, after their extent was checked against the file.
/// The bytes may come from the file itself, which is enough to see that a large library is not a plugin, or
/// from a private copy of all of it. libelf never gets the section headers, which loaders do not use.
struct ElfFile: ~Copyable {
  /// The type of the file, `e_type`.
  enum Kind: UInt16 {
    case relocatable = 1
    case executable = 2
    case shared = 3
    case core = 4
  }

  /// The file's bytes, for structures that libelf does not know.
  let file: RegularFile
  /// The type of the file; nil if it is unknown.
  let kind: Kind?
  let segments: [ElfSegment]
  /// The extent of the program headers.
  let programHeaders: FileExtent
  /// The section header table; nil if there is none.
  let sectionHeaders: (offset: UInt64, entries: UInt64, entrySize: UInt64)?

  /// Reads the ELF header and the program headers of a file whose identification was checked.
  init(_ file: consuming RegularFile) throws(FileDefect) {
    let extent = FileExtent(offset: 0, count: ElfIdentification.headerSize, within: file.size)
    guard let extent,
      let header = try Self.structures(Elf64_Ehdr.self, ELF_T_EHDR, in: extent, of: file).first
    else { throw .truncated("the ELF header has \(file.size) of 64 bytes") }
    let programHeaders = try Self.programHeaders(header, fileSize: file.size)
    let segments = try Self.structures(Elf64_Phdr.self, ELF_T_PHDR, in: programHeaders, of: file)
    self.programHeaders = programHeaders
    self.segments = segments.map(ElfSegment.init)
    kind = Kind(rawValue: header.e_type)
    sectionHeaders =
      header.e_shoff == 0 || header.e_shnum == 0
      ? nil : (header.e_shoff, UInt64(header.e_shnum), UInt64(header.e_shentsize))
    self.file = file
  }

  /// The entries of the dynamic section at an extent, up to the terminating one; nil if that is missing.
  func dynamicEntries(in extent: FileExtent) throws(FileDefect) -> [DynamicSection.Entry]? {
    let all = try Self.structures(Elf64_Dyn.self, ELF_T_DYN, in: extent, of: file)
    guard let end = all.firstIndex(where: { $0.d_tag == 0 }) else { return nil }
    return all[..<end].map { unsafe DynamicSection.Entry(tag: $0.d_tag, value: $0.d_un.d_val) }
  }

  /// The symbols at an extent of the file.
  func symbols(in extent: FileExtent) throws(FileDefect) -> [DynamicSymbol] {
    try Self.structures(Elf64_Sym.self, ELF_T_SYM, in: extent, of: file).map(DynamicSymbol.init)
  }

  /// The relocations at an extent of the file.
  func relocations(in extent: FileExtent) throws(FileDefect) -> [Relocation] {
    try Self.structures(Elf64_Rela.self, ELF_T_RELA, in: extent, of: file).map(Relocation.init)
  }

  /// The 64-bit words at an extent of the file.
  func words(in extent: FileExtent) throws(FileDefect) -> [UInt64] {
    try Self.structures(UInt64.self, ELF_T_XWORD, in: extent, of: file)
  }

  /// The 16-bit words at an extent of the file.
  func halfWords(in extent: FileExtent) throws(FileDefect) -> [UInt16] {
    try Self.structures(UInt16.self, ELF_T_HALF, in: extent, of: file)
  }

  /// The 32-bit words at an extent of the file.
  func shortWords(in extent: FileExtent) throws(FileDefect) -> [UInt32] {
    try Self.structures(UInt32.self, ELF_T_WORD, in: extent, of: file)
  }

  /// The maximum number of program headers; linkers write about a dozen. Headers may overlap, so without a
  /// limit a small file could be arbitrarily expensive to read.
  private static let segmentLimit: UInt16 = 256

  private static func programHeaders(
    _ header: Elf64_Ehdr, fileSize: UInt64
  ) throws(FileDefect) -> FileExtent {
    let size = UInt64(MemoryLayout<Elf64_Phdr>.size)
    guard header.e_phnum == 0 || header.e_phentsize == size, header.e_phnum != PN_XNUM else {
      throw .malformedELF(
        "its header declares \(header.e_phnum) program headers of \(header.e_phentsize) bytes")
    }
    guard header.e_phnum <= segmentLimit else {
      throw .malformedELF(
        "it has \(header.e_phnum) program headers, more than the limit of \(segmentLimit)")
    }
    let table = FileExtent(
      offset: header.e_phnum == 0 ? 0 : header.e_phoff, entries: UInt64(header.e_phnum), of: size,
      within: fileSize)
    guard let table else {
      throw .truncated(
        "the program headers at \(header.e_phoff) extend past the file's \(fileSize) bytes")
    }
    return table
  }

  /// The structures of a table in this machine's byte order. A remainder after the last whole structure is
  /// ignored.
  ///
  /// - Parameter structure: The C type that corresponds to libelf's `type`.
  private static func structures<Structure>(
    _ structure: Structure.Type, _ type: Elf_Type, in extent: FileExtent,
    of file: borrowing RegularFile
  ) throws(FileDefect) -> [Structure] {
    let bytes = try file.bytes(in: extent)
    let count = bytes.count / MemoryLayout<Structure>.stride
    guard count > 0 else { return [] }
    let size = count * MemoryLayout<Structure>.stride
    let structures = unsafe [Structure](unsafeUninitializedCapacity: count) { target, done in
      unsafe bytes.withUnsafeBytes { source in
        // libelf does not write to the source, though it declares the same type for both.
        var from = unsafe data(UnsafeMutableRawPointer(mutating: source.baseAddress), size, type)
        var to = unsafe data(UnsafeMutableRawPointer(target.baseAddress), size, type)
        // All supported machines are little-endian.
        if unsafe elf64_xlatetom(&to, &from, UInt32(ELFDATA2LSB)) != nil { done = count }
      }
    }
    guard structures.count == count else { throw libelfDefect() }
    return structures
  }

  private static func data(
    _ start: UnsafeMutableRawPointer?, _ size: Int, _ type: Elf_Type
  ) -> Elf_Data {
    unsafe Elf_Data(
      d_buf: start, d_type: type, d_version: UInt32(EV_CURRENT), d_size: size, d_off: 0, d_align: 1)
  }

  private static func libelfDefect() -> FileDefect {
    guard let text = unsafe elf_errmsg(elf_errno()) else { return .malformedELF("libelf failed") }
    return unsafe .malformedELF("libelf: \(String(cString: text))")
  }
}

extension ElfSegment {
  fileprivate init(_ header: Elf64_Phdr) {
    self.init(
      kind: Kind(rawValue: header.p_type), flags: header.p_flags, offset: header.p_offset,
      fileSize: header.p_filesz, address: header.p_vaddr, memorySize: header.p_memsz,
      alignment: header.p_align)
  }
}

extension DynamicSymbol {
  fileprivate init(_ symbol: Elf64_Sym) {
    self.init(
      name: symbol.st_name, kind: symbol.st_info & 0xF, binding: symbol.st_info >> 4,
      visibility: symbol.st_other & 3, section: symbol.st_shndx, address: symbol.st_value,
      size: symbol.st_size)
  }
}

extension Relocation {
  fileprivate init(_ relocation: Elf64_Rela) {
    self.init(
      address: relocation.r_offset, type: UInt32(truncatingIfNeeded: relocation.r_info),
      symbol: UInt32(truncatingIfNeeded: relocation.r_info >> 32),
      addend: UInt64(bitPattern: relocation.r_addend))
  }
}
