/// Which shared libraries a file wants to be loaded before it, and where it wants them to be looked
/// for.
struct LibraryNeeds: Hashable, Sendable {
  /// The names in the order of the dynamic section.
  var names: [String] = []
  /// The name that the file itself goes by, `DT_SONAME`.
  var ownName: String?
  /// The directories for its own needs, `DT_RUNPATH`.
  var runPath: String?
  /// The directories for its own needs and for those of what it needs, `DT_RPATH`. It counts in a file
  /// without a run path alone.
  var inheritedPath: String?
  /// Whether the system's directories are not for this file, `DF_1_NODEFLIB`.
  var avoidsSystem = false

  /// The most libraries that are read. Real files need a few dozen.
  static let countLimit = 1024
  /// The longest name in bytes that any system call would take (`PATH_MAX`).
  static let nameLimit = 4096
  /// The longest list of directories in bytes.
  static let pathLimit = 16 * nameLimit
}

extension LibraryNeeds {
  /// Reads what the dynamic section says.
  ///
  /// - Throws: ``FileDefect/malformedELF(_:)`` also for more or longer names than the limits, because
  ///   every entry may name the same text, so a small file could list more than fits in memory.
  init(_ dynamic: DynamicSection, _ strings: DynamicStrings) throws(FileDefect) {
    let needed = dynamic.needed
    guard needed.count <= Self.countLimit else {
      throw .malformedELF(
        "it needs \(needed.count) shared libraries; no more than \(Self.countLimit) are read")
    }
    for offset in needed {
      names.append(try Self.text("the name of a needed library", offset, strings, Self.nameLimit))
    }
    ownName = try dynamic[.sharedObjectName].map { offset throws(FileDefect) in
      try Self.text("its own name", offset, strings, Self.nameLimit)
    }
    runPath = try dynamic[.runPath].map { offset throws(FileDefect) in
      try Self.text("its search path", offset, strings, Self.pathLimit)
    }
    inheritedPath = try dynamic[.searchPath].map { offset throws(FileDefect) in
      try Self.text("its search path", offset, strings, Self.pathLimit)
    }
    avoidsSystem = (dynamic[.flags1] ?? 0) & 0x800 != 0
  }

  private static func text(
    _ name: String, _ offset: UInt64, _ strings: DynamicStrings, _ limit: Int
  ) throws(FileDefect) -> String {
    guard strings.contains(offset) else {
      throw .malformedELF("\(name) does not lie in the string table")
    }
    guard let text = strings.name(at: offset, limit: limit) else {
      throw .malformedELF("\(name) has more than \(limit) bytes")
    }
    // Of another text there is no path here, and it would be looked for where the dynamic linker does not look.
    guard let text = String(validating: text, as: UTF8.self) else {
      throw .malformedELF("\(name) is not in UTF-8")
    }
    return text
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
