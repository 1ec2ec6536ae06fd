extension ElfImage {
  /// A table that the dynamic section refers to.
  public struct Table {
    /// The tag of the entry for its address.
    public var tag: UInt64
    /// The tag of the entry for its size in bytes; nil if there is none.
    public var sizeTag: UInt64?
    /// Further dynamic entries of the table.
    public var entries: [(tag: UInt64, value: UInt64)]
    /// Returns the contents; `spare` is the address of writable space.
    public var bytes: (_ spare: Int) -> [UInt8]

    public init(
      _ tag: UInt64, sizeTag: UInt64? = nil, entries: [(tag: UInt64, value: UInt64)] = [],
      bytes: @escaping (_ spare: Int) -> [UInt8]
    ) {
      self.tag = tag
      self.sizeTag = sizeTag
      self.entries = entries
      self.bytes = bytes
    }
  }

  /// Relocations with addends (`DT_RELA`): each has an offset in the spare space, a type, a symbol and an
  /// addend.
  public static func relocations(
    _ relocations: [(offset: Int, type: UInt32, symbol: UInt32, addend: UInt64)],
    relative: UInt64 = 0
  ) -> Table {
    Table(7, sizeTag: 8, entries: [(9, 24), (0x6FFF_FFF9, relative)]) { spare in
      relocations.flatMap { relocation in
        numbers(8, UInt64(spare + relocation.offset)) + numbers(4, UInt64(relocation.type))
          + numbers(4, UInt64(relocation.symbol)) + numbers(8, relocation.addend)
      }
    }
  }

  /// Packed relocations (`DT_RELR`); even words are relative to the spare space.
  public static func packedRelocations(_ words: [UInt64]) -> Table {
    Table(36, sizeTag: 35, entries: [(37, 8)]) { spare in
      words.flatMap { numbers(8, $0 & 1 == 0 ? $0 &+ UInt64(spare) : $0) }
    }
  }

  /// The versions of the symbols (`DT_VERSYM`).
  public static func versions(_ indices: [UInt16]) -> Table {
    Table(0x6FFF_FFF0) { _ in indices.flatMap { numbers(2, UInt64($0)) } }
  }

  /// One needed version of one library (`DT_VERNEED`).
  public static func neededVersion(
    library: UInt32, version: UInt32, index: UInt16, revision: UInt16 = 1, count: UInt64 = 1,
    next: UInt32 = 0, versionAt: UInt32 = 16, nextVersion: UInt32 = 0
  ) -> Table {
    Table(0x6FFF_FFFE, entries: [(0x6FFF_FFFF, count)]) { _ in
      numbers(2, UInt64(revision), 1) + numbers(4, library, versionAt, next)
        + numbers(4, 0) + numbers(2, 0, UInt64(index)) + numbers(4, version, nextVersion)
    }
  }

  /// One defined version (`DT_VERDEF`).
  public static func definedVersion(name: UInt32, index: UInt16, nameAt: UInt32 = 20) -> Table {
    Table(0x6FFF_FFFC, entries: [(0x6FFF_FFFD, 1)]) { _ in
      numbers(2, 1, 0, UInt64(index), 1) + numbers(4, 0, nameAt, 0) + numbers(4, name, 0)
    }
  }

  private static func numbers(_ size: Int, _ values: any BinaryInteger...) -> [UInt8] {
    values.flatMap { value in
      (0..<size).map { UInt8(truncatingIfNeeded: UInt64(truncatingIfNeeded: value) >> (8 * $0)) }
    }
  }
}
