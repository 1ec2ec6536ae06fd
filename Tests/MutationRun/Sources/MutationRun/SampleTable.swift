/// A part of a file that consists of equal entries with fields.
struct SampleTable: Sendable {
  struct Field: Sendable {
    let name: String
    let offset: Int
    let size: Int

    init(_ name: String, _ offset: Int, _ size: Int) {
      self.name = name
      self.offset = offset
      self.size = size
    }
  }

  let name: String
  let range: Range<Int>
  let entrySize: Int
  let fields: [Field]

  /// - Returns: Nil for a part that is not such a table, or has no entry.
  init?(name: String, range: Range<Int>) {
    guard let layout = Self.layout(of: name), range.count >= layout.entrySize else { return nil }
    self.name = name
    self.range = range
    entrySize = layout.entrySize
    fields = layout.fields
  }

  var count: Int { range.count / entrySize }

  /// The layouts of elf.h, by the section names that linkers use.
  private static func layout(of name: String) -> (entrySize: Int, fields: [Field])? {
    switch name {
    case "ELF header":
      (
        64,
        [
          Field("e_type", 16, 2), Field("e_machine", 18, 2), Field("e_version", 20, 4),
          Field("e_phoff", 32, 8), Field("e_shoff", 40, 8), Field("e_flags", 48, 4),
          Field("e_ehsize", 52, 2), Field("e_phentsize", 54, 2), Field("e_phnum", 56, 2),
          Field("e_shentsize", 58, 2), Field("e_shnum", 60, 2), Field("e_shstrndx", 62, 2),
        ]
      )
    case "program headers":
      (
        56,
        [
          Field("p_type", 0, 4), Field("p_flags", 4, 4), Field("p_offset", 8, 8),
          Field("p_vaddr", 16, 8), Field("p_filesz", 32, 8), Field("p_memsz", 40, 8),
          Field("p_align", 48, 8),
        ]
      )
    case ".dynamic": (16, [Field("d_tag", 0, 8), Field("d_val", 8, 8)])
    case ".dynsym":
      (
        24,
        [
          Field("st_name", 0, 4), Field("st_info", 4, 1), Field("st_other", 5, 1),
          Field("st_shndx", 6, 2), Field("st_value", 8, 8), Field("st_size", 16, 8),
        ]
      )
    case ".gnu.version": (2, [Field("version", 0, 2)])
    case ".gnu.version_r", ".gnu.version_d":
      // Both kinds of records are words, some of which consist of two numbers.
      (4, [Field("word", 0, 4), Field("half", 0, 2), Field("half", 2, 2)])
    case ".gnu.hash", ".hash": (4, [Field("word", 0, 4)])
    case ".relr.dyn", ".init_array", ".fini_array", ".got", ".got.plt":
      (8, [Field("word", 0, 8)])
    case _ where name.hasPrefix(".rela"):
      (
        24,
        [
          Field("r_offset", 0, 8), Field("type", 8, 4), Field("symbol", 12, 4),
          Field("r_addend", 16, 8),
        ]
      )
    case _ where name.hasPrefix(".rel"):
      (16, [Field("r_offset", 0, 8), Field("type", 8, 4), Field("symbol", 12, 4)])
    case _ where name.hasPrefix(".note"): (4, [Field("word", 0, 4)])
    default: nil
    }
  }
}
