/// The shared libraries that the dynamic linker loads before a file.
enum NeededLibraries {
  /// The most that are read. Real libraries need a few dozen.
  static let countLimit = 1024
  /// The longest name in bytes that any system call would take (`PATH_MAX`).
  static let nameLimit = 4096

  /// The names in the order of the dynamic section.
  ///
  /// - Throws: ``FileDefect/malformedELF(_:)`` also for more or longer ones than the limits, because
  ///   every entry may name the same text, so a small file could list more than fits in memory.
  static func read(
    _ dynamic: DynamicSection, _ strings: DynamicStrings
  ) throws(FileDefect) -> [String] {
    let needed = dynamic.needed
    guard needed.count <= countLimit else {
      throw .malformedELF(
        "it needs \(needed.count) shared libraries; no more than \(countLimit) are read")
    }
    var names: [String] = []
    for offset in needed {
      guard strings.contains(offset) else {
        throw .malformedELF("the name of a needed library does not lie in the string table")
      }
      guard let name = strings.name(at: offset, limit: nameLimit) else {
        throw .malformedELF("the name of a needed library has more than \(nameLimit) bytes")
      }
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names
  }

  /// Whether a file needs a library of a name, as far as that can be read.
  ///
  /// The names are compared where they stand, so a big string table costs nothing.
  static func include(
    _ library: String, of elf: borrowing ElfFile, _ dynamic: DynamicSection
  ) -> Bool {
    guard dynamic.needed.count <= countLimit, let address = dynamic[.stringTable],
      let size = dynamic[.stringTableSize],
      let table = elf.extent(at: address)?.part(at: 0, count: size)
    else { return false }
    let name = Array(library.utf8) + [0]
    for offset in dynamic.needed {
      guard let place = table.part(at: offset, count: UInt64(name.count)),
        let bytes = try? elf.file.bytes(in: place), bytes.elementsEqual(name)
      else { continue }
      return true
    }
    return false
  }
}
