import CleanseSupport

/// The symbol versions that a file needs and defines, by index.
///
/// The dynamic linker builds an array of them and uses the version index of each symbol unchecked. It
/// follows the chains of both tables without bounds checks. (Linux Standard Base, "Symbol Versioning"; glibc's
/// `elf/dl-version.c`.)
struct VersionTables {
  /// The extent of the needed versions; nil if the file has none.
  private(set) var needed: FileExtent?
  /// The extent of the defined versions; nil if the file has none.
  private(set) var defined: FileExtent?
  /// The indices of the versions.
  private var indices: Set<UInt16> = []
  /// The names of the versions by index, except for that of the file itself, which is no version of a symbol.
  private(set) var names: [UInt16: String] = [:]

  /// - Parameter libraries: The names of the libraries that the file needs.
  init(
    of elf: borrowing ElfFile, _ dynamic: DynamicSection, _ strings: DynamicStrings,
    _ libraries: [String]
  ) throws(FileDefect) {
    if let records = try Records(
      "needed versions", elf, dynamic[.versionsNeeded], dynamic[.versionsNeededCount])
    {
      needed = try readNeeded(records, strings, Set(libraries.map { LinkerName($0) }))
    }
    if let records = try Records(
      "defined versions", elf, dynamic[.versionsDefined], dynamic[.versionsDefinedCount])
    {
      defined = try readDefined(records, strings)
    }
  }

  /// Checks the version of every symbol.
  ///
  /// - Parameter extent: The extent of the version table, which has one index for each symbol.
  func check(_ extent: FileExtent?, in elf: borrowing ElfFile) throws(FileDefect) {
    guard let extent else {
      guard indices.isEmpty else {
        throw .malformedELF(
          "it has needed or defined versions, but no symbol version table")
      }
      return
    }
    guard !indices.isEmpty else {
      throw .malformedELF("it has a symbol version table, but neither needed nor defined versions")
    }
    var symbol = 0
    for part in extent.parts(of: 1 << 16) {
      for version in try elf.halfWords(in: part) {
        let index = version & Self.indexMask
        guard index <= Self.global || indices.contains(index) else {
          throw .malformedELF("dynamic symbol \(symbol) has version \(index), which does not exist")
        }
        symbol += 1
      }
    }
  }

  /// The index of the version of each symbol; empty if the file has no versions.
  ///
  /// - Parameter extent: The extent of the version table.
  func indices(of elf: borrowing ElfFile, _ extent: FileExtent?) throws(FileDefect) -> [UInt16] {
    guard let extent else { return [] }
    return try elf.halfWords(in: extent).map { $0 & Self.indexMask }
  }

  /// `VER_NDX_GLOBAL`: the index of unversioned symbols, as is `VER_NDX_LOCAL` below it.
  private static let global: UInt16 = 1
  /// `VER_FLG_BASE`: the record has the name of the file.
  private static let baseFlag: UInt16 = 1
  /// Masks out the bit of hidden symbols, which are found only with their version.
  private static let indexMask: UInt16 = 0x7FFF

  /// - Returns: The extent of the records.
  private mutating func readNeeded(
    _ records: Records, _ strings: DynamicStrings, _ libraries: Set<LinkerName>
  ) throws(FileDefect) -> FileExtent {
    var records = records
    try records.forEach(nextAt: 12, size: 16) { need, records throws(FileDefect) in
      guard need.half(at: 0) == 1 else { throw need.defect("has an unknown revision") }
      let name = try need.name(at: 4, strings)
      guard libraries.contains(LinkerName(name)) else {
        throw need.defect("names \(name), which is not a needed library")
      }
      var version = try records.record(after: need, by: need.word(at: 8), size: 16)
      while true {
        let name = try version.name(at: 8, strings)
        let index = version.half(at: 6) & Self.indexMask
        guard index > Self.global, indices.insert(index).inserted else {
          throw need.defect("has the index \(index), which is reserved or already used")
        }
        names[index] = name
        let distance = version.word(at: 12)
        if distance == 0 { break }
        version = try records.record(after: version, by: distance, size: 16)
      }
    }
    return records.extent
  }

  /// - Returns: The extent of the records.
  private mutating func readDefined(
    _ records: Records, _ strings: DynamicStrings
  ) throws(FileDefect) -> FileExtent {
    var records = records
    try records.forEach(nextAt: 16, size: 20) { version, records throws(FileDefect) in
      guard version.half(at: 0) == 1 else { throw version.defect("has an unknown revision") }
      let index = version.half(at: 4) & Self.indexMask
      guard index > 0, indices.insert(index).inserted else {
        throw version.defect("has the index \(index), which is reserved or already used")
      }
      let name = try records.record(after: version, by: version.word(at: 12), size: 8)
      let text = try name.name(at: 0, strings)
      if version.half(at: 2) & Self.baseFlag == 0 { names[index] = text }
    }
    return records.extent
  }
}
