import CleanseSupport

/// The shared libraries that a file needs, its search paths for them, and what else the dynamic linker does for it.
struct LibraryNeeds: Hashable, Sendable {
  /// The names in the order of the dynamic section.
  var names: [String] = []
  /// The file's own soname, `DT_SONAME`.
  var ownName: String?
  /// The search path for the file's own needs, `DT_RUNPATH`.
  var runPath: String?
  /// The search path for the file's own needs and those of the libraries that it needs, `DT_RPATH`. It is ignored
  /// in a file with a run path.
  var inheritedPath: String?
  /// Whether the system's directories are not searched for this file, `DF_1_NODEFLIB`.
  var avoidsSystem = false
  /// What loading the file changes in the process; known only of inspected files.
  var effects = LoadEffects()

  /// Whether a library is among the needed ones.
  func includes(_ library: String) -> Bool {
    names.contains { LinkerName($0) == LinkerName(library) }
  }

  /// The names as the dynamic linker compares them for a file at a path: `$ORIGIN` and the other variables are expanded.
  func expandedNames(at path: FilePath) -> [LinkerName] {
    names.flatMap { Self.expanded($0, at: path) }
  }

  /// The expansions of a needed name, of which there is one unless their meaning depends on the machine.
  static func expanded(_ name: String, at path: FilePath) -> [LinkerName] {
    guard name.utf8.contains(UInt8(ascii: "$")) else { return [LinkerName(name)] }
    return SearchPath.expansions(of: FilePath(name), origin: path.removingLastComponent)
      .map { LinkerName(bytes: $0.bytes) }
  }

  /// The maximum number of needed libraries. Real files need a few dozen.
  static let countLimit = 1024
  /// The maximum length of a name in bytes, which is that of system calls (`PATH_MAX`).
  static let nameLimit = 4096
  /// The maximum length of a search path in bytes.
  static let pathLimit = 16 * nameLimit
}

extension LibraryNeeds {
  /// Reads the needs from the dynamic section.
  ///
  /// - Throws: ``FileDefect/malformedELF(_:)``, also if a limit is exceeded: entries may refer to the same
  ///   string, so a small file could list more than fits in memory.
  init(_ dynamic: DynamicSection, _ strings: DynamicStrings) throws(FileDefect) {
    let needed = dynamic.needed
    guard needed.count <= Self.countLimit else {
      throw .malformedELF(
        "it needs \(needed.count) shared libraries, more than the limit of \(Self.countLimit)")
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
      throw .malformedELF("\(name) is outside the string table")
    }
    guard let text = strings.name(at: offset, limit: limit) else {
      throw .malformedELF("\(name) has more than \(limit) bytes")
    }
    // A repaired string would be another path than the one that the dynamic linker uses.
    guard let text = String(validating: text, as: UTF8.self) else {
      throw .malformedELF("\(name) is not valid UTF-8")
    }
    return text
  }

  /// Whether a file needs a library with a name. Returns false if the dynamic section can't be read.
  ///
  /// Only the names are read, so a large string table costs nothing.
  static func include(
    _ library: String, of elf: borrowing ElfFile, _ dynamic: DynamicSection
  ) -> Bool {
    guard dynamic.needed.count <= countLimit, let address = dynamic[.stringTable],
      let size = dynamic[.stringTableSize],
      let table = elf.extent(at: address)?.part(at: 0, count: size)
    else { return false }
    let name = Array(library.utf8) + [0]
    for offset in dynamic.needed {
      guard let extent = table.part(at: offset, count: UInt64(name.count)),
        let bytes = try? elf.file.bytes(in: extent), bytes.elementsEqual(name)
      else { continue }
      return true
    }
    return false
  }
}
