import CELF

/// An ELF file of this machine, read through libelf; the only place that calls it.
///
/// libelf reads with `pread` what is asked for and nothing else, so telling that a big library is
/// no plugin costs a few kilobytes. It gets only runs that were checked to lie in the file, and
/// the section headers, which no loader looks at, are left alone.
struct ElfFile: ~Copyable {
  /// What the file is for, `e_type`.
  enum Kind: UInt16 {
    case relocatable = 1
    case executable = 2
    case shared = 3
    case core = 4
  }

  /// The bytes themselves, for what has no structure that libelf knows.
  let file: RegularFile
  /// Nothing for a kind that does not exist.
  let kind: Kind?
  let segments: [ElfSegment]
  /// Where the program headers lie.
  let programHeaders: FileExtent
  /// The table of section headers, if there is one.
  let sectionHeaders: (offset: UInt64, entries: UInt64, entrySize: UInt64)?
  private let handle: Handle

  /// Reads the ELF header and the program headers of a file whose identification was checked.
  init(_ file: consuming RegularFile) throws(FileDefect) {
    let handle = try Handle(file.descriptor)
    var header = GElf_Ehdr()
    guard unsafe gelf_getehdr(handle.elf, &header) != nil else { throw Self.libelfDefect() }
    let programHeaders = try Self.programHeaders(header, fileSize: file.size)
    self.segments = try Self.segments(of: handle, header)
    self.programHeaders = programHeaders
    self.kind = Kind(rawValue: header.e_type)
    self.sectionHeaders =
      header.e_shoff == 0 || header.e_shnum == 0
      ? nil : (header.e_shoff, UInt64(header.e_shnum), UInt64(header.e_shentsize))
    self.handle = handle
    self.file = file
  }

  /// The entries of the dynamic section that lies at a run of the file, up to the closing one;
  /// nothing if there is none.
  func dynamicEntries(in extent: FileExtent) throws(FileDefect) -> [DynamicSection.Entry]? {
    let data = unsafe try chunk(extent, ELF_T_DYN)
    let count = extent.count / UInt64(MemoryLayout<Elf64_Dyn>.size)
    var entries: [DynamicSection.Entry] = []
    for index in 0..<(Int32(exactly: count) ?? 0) {
      var entry = GElf_Dyn()
      guard unsafe gelf_getdyn(data, index, &entry) != nil else { throw Self.libelfDefect() }
      guard entry.d_tag != 0 else { return entries }
      unsafe entries.append(DynamicSection.Entry(tag: entry.d_tag, value: entry.d_un.d_val))
    }
    return nil
  }

  /// Hands over the symbols of the table that lies at a run of the file, one after the other.
  func forEachSymbol(
    in extent: FileExtent, _ body: (DynamicSymbol) -> Void
  ) throws(FileDefect) {
    let data = unsafe try chunk(extent, ELF_T_SYM)
    let count = extent.count / DynamicSymbol.size
    for index in 0..<(Int32(exactly: count) ?? 0) {
      var symbol = GElf_Sym()
      guard unsafe gelf_getsym(data, index, &symbol) != nil else { throw Self.libelfDefect() }
      body(
        DynamicSymbol(
          name: symbol.st_name, kind: symbol.st_info & 0xF, binding: symbol.st_info >> 4,
          section: symbol.st_shndx, address: symbol.st_value))
    }
  }

  /// Owns what libelf allocates for a file, all of the chunks included.
  @safe private final class Handle {
    // Safety: never replaced, released once, at the end, and used by its owner alone.
    let elf: OpaquePointer

    init(_ descriptor: Int32) throws(FileDefect) {
      // Any thread may say so at any time: it only stores the same constant again.
      guard elf_version(UInt32(EV_CURRENT)) != EV_NONE,
        let elf = unsafe elf_begin(descriptor, ELF_C_READ, nil)
      else { throw ElfFile.libelfDefect() }
      unsafe self.elf = elf
    }

    deinit {
      unsafe elf_end(elf)
    }
  }

  /// Linkers write about a dozen program headers. Each may name any run of the file, so without a
  /// limit it would cost as much to read a file as its headers say, and not as it is large.
  private static let segmentLimit: UInt16 = 256

  private static func programHeaders(
    _ header: GElf_Ehdr, fileSize: UInt64
  ) throws(FileDefect) -> FileExtent {
    let size = UInt64(MemoryLayout<Elf64_Phdr>.size)
    guard header.e_phnum == 0 || header.e_phentsize == size, header.e_phnum != PN_XNUM else {
      throw .malformedELF(
        "its header speaks of \(header.e_phnum) program headers of \(header.e_phentsize) bytes")
    }
    guard header.e_phnum <= segmentLimit else {
      throw .malformedELF(
        "it has \(header.e_phnum) program headers; no more than \(segmentLimit) are read")
    }
    let table = FileExtent(
      offset: header.e_phnum == 0 ? 0 : header.e_phoff, entries: UInt64(header.e_phnum), of: size,
      within: fileSize)
    guard let table else {
      throw .truncated(
        "the program headers at \(header.e_phoff) end beyond the file's \(fileSize) bytes")
    }
    return table
  }

  private static func segments(
    of handle: borrowing Handle, _ header: GElf_Ehdr
  ) throws(FileDefect) -> [ElfSegment] {
    var segments: [ElfSegment] = []
    for index in 0..<Int32(header.e_phnum) {
      var entry = GElf_Phdr()
      guard unsafe gelf_getphdr(handle.elf, index, &entry) != nil else { throw libelfDefect() }
      segments.append(
        ElfSegment(
          kind: ElfSegment.Kind(rawValue: entry.p_type), flags: entry.p_flags,
          offset: entry.p_offset, fileSize: entry.p_filesz, address: entry.p_vaddr,
          memorySize: entry.p_memsz))
    }
    return segments
  }

  /// A copy of a run of the file in libelf's memory, which lives as long as the handle.
  private func chunk(
    _ extent: FileExtent, _ type: Elf_Type
  ) throws(FileDefect) -> UnsafeMutablePointer<Elf_Data> {
    guard let offset = Int64(exactly: extent.offset), let count = Int(exactly: extent.count),
      let data = unsafe elf_getdata_rawchunk(handle.elf, offset, count, type)
    else { throw Self.libelfDefect() }
    return unsafe data
  }

  private static func libelfDefect() -> FileDefect {
    guard let text = unsafe elf_errmsg(elf_errno()) else { return .malformedELF("libelf fails") }
    return unsafe .malformedELF("libelf says: \(String(cString: text))")
  }
}
