import ElfImages

/// Faults in tables that the dynamic linker reads.
extension Malformation {
  #if arch(x86_64)
    private static let (address, relative, threadLocal): (UInt32, UInt32, UInt32) = (1, 8, 16)
  #elseif arch(arm64)
    private static let (address, relative, threadLocal): (UInt32, UInt32, UInt32) =
      (257, 1027, 1028)
  #endif

  /// A valid plugin with additional, malformed tables.
  private static func tables(
    _ name: String, _ tables: @escaping @Sendable () -> [ElfImage.Table]
  ) -> Malformation {
    .image(name, "plugin/malformed-elf") { $0.tables = tables() }
  }

  /// A valid plugin that needs a version of `libc.so.6`, with the versions of its three symbols.
  private static func versions(
    _ name: String, _ indices: [UInt16],
    _ needed: @escaping @Sendable (_ libc: UInt32) -> ElfImage.Table
  ) -> Malformation {
    .image(name, "plugin/malformed-elf") { $0.tables = versions(indices, of: $0, needed) }
  }

  static func versions(
    _ indices: [UInt16], of image: ElfImage, _ needed: (_ libc: UInt32) -> ElfImage.Table
  ) -> [ElfImage.Table] {
    // The names of the symbols are first, then those of the libraries.
    let before = image.symbols.map(\.name) + image.needed.prefix { $0 != "libc.so.6" }
    let libc = before.reduce(1) { $0 + $1.utf8.count + 1 }
    return [ElfImage.versions(indices), needed(UInt32(libc))]
  }

  static let versions: [Malformation] = [
    versions("version-index", [0, 0x7FF0, 1]) {
      ElfImage.neededVersion(library: $0, version: 1, index: 2)
    },
    versions("version-index-between", [0, 3, 1]) {
      ElfImage.neededVersion(library: $0, version: 1, index: 4)
    },
    tables("versions-without-tables") { [ElfImage.versions([0, 0, 1])] },
    .image("versions-without-symbols", "plugin/malformed-elf") {
      $0.tables = versions([], of: $0) {
        ElfImage.neededVersion(library: $0, version: 1, index: 2)
      }
      $0.tables.removeFirst()
    },
    versions("needed-version-library", [0, 2, 1]) { _ in
      ElfImage.neededVersion(library: 1, version: 1, index: 2)
    },
    versions("needed-version-library-name", [0, 2, 1]) { _ in
      ElfImage.neededVersion(library: .max, version: 1, index: 2)
    },
    versions("needed-version-name", [0, 2, 1]) {
      ElfImage.neededVersion(library: $0, version: 1 << 20, index: 2)
    },
    versions("needed-version-index", [0, 1, 1]) {
      ElfImage.neededVersion(library: $0, version: 1, index: 1)
    },
    versions("needed-versions-count", [0, 2, 1]) {
      ElfImage.neededVersion(library: $0, version: 1, index: 2, count: 2)
    },
    versions("needed-version-revision", [0, 2, 1]) {
      ElfImage.neededVersion(library: $0, version: 1, index: 2, revision: 7)
    },
    versions("needed-version-elsewhere", [0, 2, 1]) {
      ElfImage.neededVersion(library: $0, version: 1, index: 2, versionAt: 1 << 20)
    },
    versions("needed-version-next", [0, 2, 1]) {
      ElfImage.neededVersion(library: $0, version: 1, index: 2, nextVersion: .max)
    },
    versions("needed-versions-next", [0, 2, 1]) {
      ElfImage.neededVersion(library: $0, version: 1, index: 2, count: 2, next: .max)
    },
    tables("defined-version-index") {
      [ElfImage.versions([0, 1, 1]), ElfImage.definedVersion(name: 1, index: 0)]
    },
    tables("defined-version-name") {
      [ElfImage.versions([0, 1, 1]), ElfImage.definedVersion(name: 1 << 20, index: 1)]
    },
    tables("defined-version-elsewhere") {
      [ElfImage.versions([0, 1, 1]), ElfImage.definedVersion(name: 1, index: 1, nameAt: .max)]
    },
  ]

  static let relocations: [Malformation] = [
    tables("relocation-type") { [ElfImage.relocations([(0, relative, 0, 0), (8, 5, 0, 0)])] },
    tables("relocation-symbol") { [ElfImage.relocations([(0, address, 3, 0)])] },
    tables("relocation-target") { [ElfImage.relocations([(1 << 20, relative, 0, 0)])] },
    tables("relocation-in-table") { [ElfImage.relocations([(64, relative, 0, 0)])] },
    tables("relocation-not-relative") {
      [ElfImage.relocations([(0, address, 1, 0)], relative: 1)]
    },
    tables("relocation-thread-local") { [ElfImage.relocations([(0, threadLocal, 0, 0)])] },
    tables("relocation-thread-local-symbol") {
      [ElfImage.relocations([(0, threadLocal, 1, 0)])]
    },
    .image("relocations-without-procedures", "plugin/malformed-elf") {
      $0.moreDynamic = [(20, 7)]
    },
    tables("packed-relocation-first") { [ElfImage.packedRelocations([3])] },
    tables("packed-relocation-target") { [ElfImage.packedRelocations([1 << 20])] },
    tables("packed-relocation-bit") { [ElfImage.packedRelocations([0, 1 << 9 | 1])] },
    tables("initialiser-not-relocated") {
      [ElfImage.Table(25, sizeTag: 27) { _ in [UInt8](repeating: 0, count: 16) }]
    },
    // The initialisers follow the spare room.
    tables("initialiser-no-code") {
      [
        ElfImage.Table(25, sizeTag: 27) { _ in [UInt8](repeating: 0, count: 8) },
        ElfImage.relocations([(64, relative, 0, 1 << 40)]),
      ]
    },
    tables("initialiser-in-part") {
      [
        ElfImage.Table(25, sizeTag: 27) { _ in [UInt8](repeating: 0, count: 8) },
        ElfImage.relocations([(60, relative, 0, 0)]),
      ]
    },
    tables("finaliser-packed-no-code") {
      [
        ElfImage.Table(26, sizeTag: 28) { _ in [UInt8](repeating: 0xFF, count: 8) },
        ElfImage.packedRelocations([64]),
      ]
    },
  ]

  /// One relocation of each kind that does not need thread-local memory.
  static var soundRelocations: [ElfImage.Table] {
    [ElfImage.relocations([(24, relative, 0, 8), (32, address, 2, 0)], relative: 1)]
  }

  static let hashes: [Malformation] = [
    .damage("hash-bucket-before", "plugin/malformed-elf") { $0.put(1, at: $0.hash + 24, size: 4) },
    systemV("systemv-bucket", 8, 3),
    systemV("systemv-chain", 12 + 4, 1 << 30),
    systemV("systemv-chain-endless", 12 + 8, 1),
    systemV("systemv-size", 4, 0xFFFF_FFFF),
    .damage("symbol-outside", "plugin/malformed-elf") {
      $0.put(1, at: $0.symbols + 24 + 6, size: 2)
      $0.put(1 << 40, at: $0.symbols + 24 + 8, size: 8)
    },
    .damage("symbol-thread-local", "plugin/malformed-elf") {
      $0.put(0x16, at: $0.symbols + 24 + 4, size: 1)
      $0.put(1, at: $0.symbols + 24 + 6, size: 2)
    },
    .damage("symbol-resolver", "plugin/malformed-elf") {
      $0.put(0x1A, at: $0.symbols + 24 + 4, size: 1)
      $0.put(1, at: $0.symbols + 24 + 6, size: 2)
      $0.put(1 << 40, at: $0.symbols + 24 + 8, size: 8)
    },
    .damage("symbol-hidden", "plugin/malformed-elf") {
      $0.put(2, at: $0.symbols + 24 + 5, size: 1)
    },
  ]

  private static func systemV(_ name: String, _ offset: Int, _ value: UInt64) -> Malformation {
    Malformation(name, "plugin/malformed-elf") {
      var image = try samplePlugin()
      image.hashTable = .systemV
      var layout = image.layout
      layout.put(value, at: layout.hash + offset, size: 4)
      return layout.bytes
    }
  }
}
