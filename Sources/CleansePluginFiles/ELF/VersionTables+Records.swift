extension VersionTables {
  /// A table of linked records, each of which has the distance to the next one in bytes.
  struct Records {
    private let table: String
    private let bytes: ArraySlice<UInt8>
    private let run: FileExtent
    private let count: UInt64
    /// The end of the records read so far.
    private var end = 0

    /// - Parameters:
    ///   - address: The table's address; nil if the file has no such table.
    ///   - count: The declared number of records.
    init?(
      _ table: String, _ elf: borrowing ElfFile, _ address: UInt64?, _ count: UInt64?
    ) throws(FileDefect) {
      guard let address else { return nil }
      guard let run = elf.extent(at: address) else {
        throw .malformedELF("its table of \(table) is not in a loaded segment")
      }
      guard let count, count > 0 else {
        throw .malformedELF("it does not declare the number of \(table)")
      }
      self.table = table
      self.run = run
      self.count = count
      bytes = try elf.file.bytes(in: run)
    }

    /// The part of the table that was read.
    var extent: FileExtent { run.prefix(UInt64(end)) }

    /// Calls `body` with each record of the chain.
    ///
    /// - Parameter next: The offset, in a record, of the distance to the next one.
    mutating func forEach(
      nextAt next: Int, size: Int,
      _ body: (Record, inout Records) throws(FileDefect) -> Void
    ) throws(FileDefect) {
      var record = try record(at: 0, index: 0, size: size)
      while true {
        try body(record, &self)
        let distance = record.word(at: next)
        if distance == 0 { break }
        record = try self.record(
          at: record.start + Int(distance), index: record.index + 1, size: size)
      }
      guard UInt64(record.index) + 1 == count else {
        throw .malformedELF(
          "its dynamic section declares \(count) \(table), but their table has \(record.index + 1)")
      }
    }

    /// A record at a distance from another one.
    mutating func record(
      after record: Record, by distance: UInt32, size: Int
    ) throws(FileDefect) -> Record {
      try self.record(at: record.start + Int(distance), index: record.index, size: size)
    }

    private mutating func record(
      at start: Int, index: Int, size: Int
    ) throws(FileDefect) -> Record {
      guard start <= bytes.count, size <= bytes.count - start else {
        throw .malformedELF("entry \(index) of its \(table) is not in a loaded segment")
      }
      end = max(end, start + size)
      let content = bytes[(bytes.startIndex + start)...].prefix(size)
      return Record(table: table, index: index, start: start, bytes: content)
    }
  }

  /// A record, which has numbers at fixed offsets.
  struct Record {
    fileprivate let table: String
    /// The index of the top-level record that it belongs to.
    fileprivate let index: Int
    fileprivate let start: Int
    fileprivate let bytes: ArraySlice<UInt8>

    func word(at offset: Int) -> UInt32 { bytes.littleEndianWord(at: offset) ?? 0 }

    func half(at offset: Int) -> UInt16 {
      UInt16(truncatingIfNeeded: word(at: offset & ~2) >> (offset & 2 == 0 ? 0 : 16))
    }

    /// The name whose string table offset is at `offset`.
    func name(at offset: Int, _ strings: DynamicStrings) throws(FileDefect) -> String {
      guard strings.contains(UInt64(word(at: offset))) else {
        throw defect("has a name outside the string table")
      }
      let limit = LibraryNeeds.nameLimit
      guard let name = strings.name(at: UInt64(word(at: offset)), limit: limit) else {
        throw defect("has a name of more than \(limit) bytes")
      }
      return String(decoding: name, as: UTF8.self)
    }

    func defect(_ predicate: String) -> FileDefect {
      .malformedELF("entry \(index) of its \(table) \(predicate)")
    }
  }
}
