/// How many symbols a file has.
///
/// Nothing in the dynamic section says so; it follows from the hash table that symbols are looked
/// up in. The GNU table comes first, as in glibc, which ignores the other where both are there.
enum SymbolCount {
  static func read(
    from elf: borrowing ElfFile, _ dynamic: DynamicSection
  ) throws(FileDefect) -> UInt64 {
    if let address = dynamic[.gnuHash] {
      guard let table = elf.extent(at: address), let count = try gnu(table, elf.file) else {
        throw .malformedELF("its GNU hash table does not lie in a loaded segment")
      }
      return count
    }
    if let address = dynamic[.hash] {
      // The second word is the number of chain entries, one for each symbol.
      guard let word = elf.extent(at: address)?.part(at: 4, count: 4) else {
        throw .malformedELF("its hash table does not lie in a loaded segment")
      }
      return UInt64(try elf.file.bytes(in: word).littleEndianWord(at: 0) ?? 0)
    }
    throw .malformedELF("it has no hash table, so no symbol in it can be found")
  }

  /// One more than the last symbol of the longest-reaching chain; nothing if the table does not lie
  /// in the run.
  ///
  /// Layout: bucket count, first hashed symbol, bloom words, shift; the bloom filter of 64-bit
  /// words; the buckets; the chains, where an odd value ends one. (Documented only in the source
  /// of its users; see "GNU Hash ELF Sections", A. Roenky.)
  private static func gnu(
    _ table: FileExtent, _ file: borrowing RegularFile
  ) throws(FileDefect) -> UInt64? {
    guard let head = table.part(at: 0, count: 16) else { return nil }
    let words = try file.bytes(in: head)
    guard let buckets = words.littleEndianWord(at: 0), let first = words.littleEndianWord(at: 4),
      let bloom = words.littleEndianWord(at: 8)
    else { return nil }
    // The dynamic linker divides by the one, and masks with the other less one.
    guard buckets > 0, bloom > 0, bloom & (bloom - 1) == 0 else {
      throw .malformedELF("its GNU hash table has sizes that can't be")
    }
    // No overflow from here on: all are sums and small multiples of 32-bit numbers.
    let bucketStart = 16 + 8 * UInt64(bloom)
    guard let run = table.part(at: bucketStart, count: 4 * UInt64(buckets)) else { return nil }
    let content = try file.bytes(in: run)
    let last = stride(from: 0, to: content.count, by: 4)
      .compactMap { content.littleEndianWord(at: $0) }.max()
    guard let last, last >= first else { return UInt64(first) }
    let chains = bucketStart + 4 * UInt64(buckets)
    guard
      let rest = table.suffix(from: chains)?.suffix(from: 4 * UInt64(last - first)),
      let length = try chainLength(rest, file)
    else { return nil }
    return UInt64(last) + length
  }

  /// The number of words up to the first odd one.
  private static func chainLength(
    _ run: FileExtent, _ file: borrowing RegularFile
  ) throws(FileDefect) -> UInt64? {
    var length: UInt64 = 0
    while let rest = run.suffix(from: 4 * length), rest.count >= 4 {
      let block = try file.bytes(in: rest.prefix(4096))
      for start in stride(from: 0, to: block.count - 3, by: 4) {
        length += 1
        if block[block.startIndex + start] & 1 == 1 { return length }
      }
    }
    return nil
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The 32-bit word at an offset from the first byte, or nothing when it does not fit in.
  func littleEndianWord(at offset: Int) -> UInt32? {
    guard offset >= 0, count >= 4, offset <= count - 4 else { return nil }
    let start = startIndex + offset
    return self[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
