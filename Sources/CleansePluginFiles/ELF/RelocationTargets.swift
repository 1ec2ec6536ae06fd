/// The addresses that relocations may write to: writable segments, except the tables that the dynamic
/// linker reads while it relocates.
struct RelocationTargets {
  private let segments: [ElfSegment]
  private let tables: [(name: String, start: UInt64, end: UInt64)]

  init(_ dynamic: DynamicSection, _ tables: DynamicTables, _ segments: [ElfSegment]) {
    // `DF_TEXTREL`: the dynamic linker makes all segments writable while it relocates.
    let isAnywhere = dynamic[.textRelocations] != nil || (dynamic[.flags] ?? 0) & 4 != 0
    let writable = segments.filter { $0.kind == .load && ($0.isWritable || isAnywhere) }
    self.segments = writable
    self.tables = tables.fixed.flatMap { table in
      writable.compactMap { segment in
        guard table.extent.offset >= segment.offset,
          table.extent.offset - segment.offset < segment.fileSize
        else { return nil }
        // No overflow: the extents were checked against the file and the address space.
        let start = segment.address + (table.extent.offset - segment.offset)
        return (table.name, start, start + table.extent.count)
      }
    }
  }

  /// Why a relocation must not write to a range of addresses; nil if it may.
  func objection(to address: UInt64, count: UInt64) -> String? {
    guard segments.contains(where: { $0.holds(address, count: count) }) else {
      return "which is not in a writable segment"
    }
    return tables.first { address < $0.end && address + count > $0.start }
      .map { "which is in its \($0.name)" }
  }
}
