/// The table that symbols are looked up in by name.
///
/// The dynamic linker goes from bucket to chain to symbol and looks at no limit on the way. How many
/// symbols there are follows from the table, too, as nothing in the dynamic section says so. Of two, the
/// GNU table comes first, as in glibc, which ignores the other. (System V ABI, "Hash Table"; for the
/// other one "GNU Hash ELF Sections", A. Roenky, and glibc's `elf/dl-lookup.c`.)
struct SymbolHash {
  /// Where no symbol can be found by name, that is not all of them, and how many there are is not known.
  let symbolCount: UInt64
  /// Whether any symbol can be found by name.
  let hasEntries: Bool
  /// The size of the table that is used, in words of 32 bits.
  private(set) var gnuWords: UInt64?
  private(set) var systemVWords: UInt64?

  private struct Size {
    let symbols: UInt64
    /// In words of 32 bits.
    let words: UInt64
    let hasEntries: Bool
  }

  init(of elf: borrowing ElfFile, _ dynamic: DynamicSection) throws(FileDefect) {
    if let address = dynamic[.gnuHash] {
      guard let table = elf.extent(at: address), let size = try Self.gnu(table, elf) else {
        throw .malformedELF("its GNU hash table does not lie in a loaded segment")
      }
      symbolCount = size.symbols
      hasEntries = size.hasEntries
      gnuWords = size.words
    } else if let address = dynamic[.hash] {
      guard let table = elf.extent(at: address), let size = try Self.systemV(table, elf) else {
        throw .malformedELF("its hash table does not lie in a loaded segment")
      }
      symbolCount = size.symbols
      hasEntries = size.hasEntries
      systemVWords = size.words
    } else {
      throw .malformedELF("it has no hash table, so no symbol in it can be found")
    }
  }

  /// Layout: bucket count, chain count; the buckets; the chains, one entry for each symbol. Bucket and
  /// chain entries are symbols, and a zero ends a chain.
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
    // A chain that comes to a symbol of another, or of its own, may never end.
    var isReached = [Bool](repeating: false, count: Int(symbols))
    for (index, symbol) in entries.enumerated() where symbol != 0 {
      guard UInt64(symbol) < symbols, !isReached[Int(symbol)] else {
        let entry =
          index < Int(buckets) ? "bucket \(index)" : "chain entry \(index - Int(buckets))"
        throw .malformedELF(
          "\(entry) of its hash table leads to symbol \(symbol), which "
            + (UInt64(symbol) < symbols ? "another one leads to" : "does not exist"))
      }
      isReached[Int(symbol)] = true
    }
    return Size(symbols: symbols, words: words + 2, hasEntries: isReached.contains(true))
  }

  /// The symbols up to the last one of the longest-reaching chain; nil if the table does not lie in the
  /// run.
  ///
  /// Layout: bucket count, first hashed symbol, bloom words, shift; the bloom filter of 64-bit
  /// words; the buckets; the chains, one entry for each hashed symbol, where an odd value ends one.
  private static func gnu(
    _ table: FileExtent, _ elf: borrowing ElfFile
  ) throws(FileDefect) -> Size? {
    guard let head = table.part(at: 0, count: 16) else { return nil }
    let sizes = try elf.shortWords(in: head)
    let (buckets, first, bloom) = (UInt64(sizes[0]), sizes[1], UInt64(sizes[2]))
    // The dynamic linker divides by the one, and masks with the other less one.
    guard buckets > 0, bloom > 0, bloom & (bloom - 1) == 0 else {
      throw .malformedELF("its GNU hash table has sizes that can't be")
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

  /// The number of words up to the first odd one.
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
  /// The 32-bit word at an offset from the first byte, or nothing when it does not fit in.
  func littleEndianWord(at offset: Int) -> UInt32? {
    guard offset >= 0, count >= 4, offset <= count - 4 else { return nil }
    let start = startIndex + offset
    return self[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
