/// The symbol hash table, in which symbols are looked up by name.
///
/// The dynamic linker follows buckets and chains without bounds checks. The table also determines the number
/// of symbols, which the dynamic section does not state. If a file has both kinds, the GNU table is used and the
/// other ignored, as in glibc. (System V ABI, "Hash Table"; for the GNU table "GNU Hash ELF Sections", A. Roenky,
/// and glibc's `elf/dl-lookup.c`.)
struct SymbolHash {
  /// The number of symbols; only a lower bound if ``hasEntries`` is false.
  let symbolCount: UInt64
  /// Whether any symbol can be found by name.
  let hasEntries: Bool
  /// The size of the GNU table in 32-bit words, if it is used.
  private(set) var gnuWords: UInt64?
  /// The size of the System V table in 32-bit words, if it is used.
  private(set) var systemVWords: UInt64?

  private struct Size {
    let symbols: UInt64
    /// In 32-bit words.
    let words: UInt64
    let hasEntries: Bool
  }

  init(of elf: borrowing ElfFile, _ dynamic: DynamicSection) throws(FileDefect) {
    if let address = dynamic[.gnuHash] {
      guard let table = elf.extent(at: address), let size = try Self.gnu(table, elf) else {
        throw .malformedELF("its GNU hash table is not in a loaded segment")
      }
      symbolCount = size.symbols
      hasEntries = size.hasEntries
      gnuWords = size.words
    } else if let address = dynamic[.hash] {
      guard let table = elf.extent(at: address), let size = try Self.systemV(table, elf) else {
        throw .malformedELF("its hash table is not in a loaded segment")
      }
      symbolCount = size.symbols
      hasEntries = size.hasEntries
      systemVWords = size.words
    } else {
      throw .malformedELF("it has no hash table, so none of its symbols can be found")
    }
  }

  /// The size of the System V table, or nil if it extends past the end of its segment.
  ///
  /// Layout: bucket count, chain count; the buckets; the chains, one entry for each symbol. Bucket and
  /// chain entries are symbol indices, and a zero ends a chain.
  private static func systemV(
    _ table: FileExtent, _ elf: borrowing ElfFile
  ) throws(FileDefect) -> Size? {
    guard let head = table.part(at: 0, count: 8) else { return nil }
    let sizes = try elf.shortWords(in: head)
    // No overflow: all are small multiples of 32-bit numbers.
    let (buckets, symbols) = (UInt64(sizes[0]), UInt64(sizes[1]))
    let words = buckets + symbols
    guard let content = table.part(at: 8, count: 4 * words) else { return nil }
    let entries = try elf.shortWords(in: content)
    // If two entries led to one symbol, a chain could be endless.
    var isReached = [Bool](repeating: false, count: Int(symbols))
    for (index, symbol) in entries.enumerated() where symbol != 0 {
      guard UInt64(symbol) < symbols, !isReached[Int(symbol)] else {
        let entry =
          index < Int(buckets) ? "bucket \(index)" : "chain entry \(index - Int(buckets))"
        throw .malformedELF(
          "\(entry) of its hash table leads to symbol \(symbol), which "
            + (UInt64(symbol) < symbols ? "another entry leads to" : "does not exist"))
      }
      isReached[Int(symbol)] = true
    }
    return Size(symbols: symbols, words: words + 2, hasEntries: isReached.contains(true))
  }

  /// The size of the GNU table, or nil if it extends past the end of its segment. The symbol count is that up to
  /// the end of the last chain.
  ///
  /// Layout: bucket count, first hashed symbol, bloom words, shift; the bloom filter of 64-bit
  /// words; the buckets; the chains, one entry for each hashed symbol. An odd value ends a chain.
  private static func gnu(
    _ table: FileExtent, _ elf: borrowing ElfFile
  ) throws(FileDefect) -> Size? {
    guard let head = table.part(at: 0, count: 16) else { return nil }
    let sizes = try elf.shortWords(in: head)
    let (buckets, first, bloom) = (UInt64(sizes[0]), sizes[1], UInt64(sizes[2]))
    // The dynamic linker divides by the bucket count, and masks with the bloom size minus one.
    guard buckets > 0, bloom > 0, bloom & (bloom - 1) == 0 else {
      throw .malformedELF("its GNU hash table has invalid sizes")
    }
    // No overflow from here on: all are sums and small multiples of 32-bit numbers.
    let bucketStart = 16 + 8 * bloom
    guard let run = table.part(at: bucketStart, count: 4 * buckets) else { return nil }
    var last: UInt32 = 0
    for (index, symbol) in try elf.shortWords(in: run).enumerated() where symbol != 0 {
      guard symbol >= first else {
        throw .malformedELF(
          "bucket \(index) of its GNU hash table leads to symbol \(symbol), which is not hashed")
      }
      last = max(last, symbol)
    }
    let chains = bucketStart + 4 * buckets
    guard last > 0 else {
      return Size(symbols: UInt64(first), words: chains / 4, hasEntries: false)
    }
    let distance = 4 * UInt64(last - first)
    guard let rest = table.suffix(from: chains)?.suffix(from: distance),
      let length = try chainLength(rest, elf)
    else { return nil }
    return Size(
      symbols: UInt64(last) + length, words: (chains + distance) / 4 + length, hasEntries: true)
  }

  /// The number of words up to and including the first odd one; nil if there is none.
  private static func chainLength(
    _ run: FileExtent, _ elf: borrowing ElfFile
  ) throws(FileDefect) -> UInt64? {
    var length: UInt64 = 0
    for part in run.parts(of: 4096) {
      for word in try elf.shortWords(in: part) {
        length += 1
        if word & 1 == 1 { return length }
      }
    }
    return nil
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The little-endian 32-bit word at an offset from the first byte, or nil if it is out of bounds.
  func littleEndianWord(at offset: Int) -> UInt32? {
    guard offset >= 0, count >= 4, offset <= count - 4 else { return nil }
    let start = startIndex + offset
    return self[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
