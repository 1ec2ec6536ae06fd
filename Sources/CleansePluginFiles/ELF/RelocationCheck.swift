/// Checks every relocation of a file.
///
/// The dynamic linker uses the symbol, its version and the target address of each relocation unchecked, so a
/// malformed relocation reads or writes arbitrary memory. (glibc's `elf/do-rel.h` and `dl-machine.h`.)
struct RelocationCheck {
  private let symbols: DynamicSymbolTable
  private let targets: RelocationTargets
  private let segments: [ElfSegment]
  private let threadLocal: ElfSegment?
  private var arrays: FunctionArrays
  /// The symbols whose relocations are of interest, and those of them that have one.
  private let watched: Set<UInt32>
  private var referenced: Set<UInt32> = []

  /// - Parameter watched: The indices of symbols.
  /// - Returns: Those of them that a relocation refers to, so that the dynamic linker looks them up by name. The linker
  ///   has resolved all other references within the file.
  @discardableResult
  static func check(
    _ elf: borrowing ElfFile, _ dynamic: DynamicSection, _ tables: DynamicTables,
    _ symbols: DynamicSymbolTable, watching watched: Set<UInt32> = []
  ) throws(FileDefect) -> Set<UInt32> {
    var check = RelocationCheck(elf, dynamic, tables, symbols, watched)
    try check.checkTable(
      .relocations, relative: dynamic[.relativeRelocationsCount] ?? 0, tables, elf)
    try check.checkTable(.procedureRelocations, relative: 0, tables, elf)
    try check.checkPacked(tables, elf)
    try check.arrays.checkComplete()
    return check.referenced
  }

  private init(
    _ elf: borrowing ElfFile, _ dynamic: DynamicSection, _ tables: DynamicTables,
    _ symbols: DynamicSymbolTable, _ watched: Set<UInt32>
  ) {
    self.symbols = symbols
    self.watched = watched
    segments = elf.segments
    targets = RelocationTargets(dynamic, tables, segments)
    threadLocal = segments.first { $0.kind == .threadLocal && $0.memorySize > 0 }
    arrays = FunctionArrays(dynamic, tables)
  }

  /// - Parameter relative: The number of entries at the table's beginning that the dynamic linker treats as
  ///   relative, whatever their type.
  private mutating func checkTable(
    _ table: DynamicTables.Kind, relative: UInt64, _ tables: DynamicTables,
    _ elf: borrowing ElfFile
  ) throws(FileDefect) {
    guard let extent = tables[table] else { return }
    var index: UInt64 = 0
    for part in extent.parts(of: 4096 * Relocation.size) {
      for relocation in try elf.relocations(in: part) {
        if let objection = try objection(to: relocation, isRelative: index < relative, elf) {
          throw .malformedELF("entry \(index) of its \(table.rawValue) \(objection)")
        }
        index += 1
      }
    }
  }

  /// The predicate of an error about the relocation; nil if it is valid.
  private mutating func objection(
    to relocation: Relocation, isRelative: Bool, _ elf: borrowing ElfFile
  ) throws(FileDefect) -> String? {
    guard let kind = RelocationKind(relocation.type) else {
      return "has type \(relocation.type), which is not allowed in a shared library"
    }
    guard !isRelative || kind == .relative else { return "is counted as relative, but is not" }
    guard UInt64(relocation.symbol) < symbols.count else {
      return "refers to symbol index \(relocation.symbol), but the number of symbols is "
        + "\(symbols.count)"
    }
    if relocation.symbol != 0, !watched.isEmpty, watched.contains(relocation.symbol) {
      referenced.insert(relocation.symbol)
    }
    if let objection = objection(toWriting: kind.size, at: relocation.address) { return objection }
    switch kind {
    case .nothing: return nil
    case .relative: break
    case .resolver:
      guard segments.containCode(at: relocation.addend) else {
        return "calls an address outside the executable segments"
      }
    case .symbol: break
    case .threadLocalModule, .threadLocalOffset:
      if let objection = try threadLocalObjection(to: relocation, kind, elf) { return objection }
    }
    switch arrays.effect(at: relocation.address, count: kind.size) {
    case .elsewhere: return nil
    case .part(let name): return "overwrites part of its \(name)"
    case .entry(let name, _):
      return try isFunction(relocation, kind, elf)
        ? nil : "points \(name) outside the executable segments"
    }
  }

  private func objection(toWriting count: UInt64, at address: UInt64) -> String? {
    guard count > 0 else { return nil }
    return targets.objection(to: address, count: count)
      .map { "writes to address \(address), \($0)" }
  }

  /// Whether a relocation writes the address of code, as far as this is known without the other libraries.
  private func isFunction(
    _ relocation: Relocation, _ kind: RelocationKind, _ elf: borrowing ElfFile
  ) throws(FileDefect) -> Bool {
    switch kind {
    case .relative: return segments.containCode(at: relocation.addend)
    case .resolver: return true
    case .symbol:
      let symbol = try symbols.symbol(at: relocation.symbol, in: elf)
      return !symbol.isDefined
        || symbol.isRelocated && segments.containCode(at: symbol.address &+ relocation.addend)
    case .nothing, .threadLocalModule, .threadLocalOffset: return false
    }
  }

  /// The dynamic linker does not check whether the file has thread-local storage, and divides by its
  /// alignment.
  private func threadLocalObjection(
    to relocation: Relocation, _ kind: RelocationKind, _ elf: borrowing ElfFile
  ) throws(FileDefect) -> String? {
    let symbol = try symbols.symbol(at: relocation.symbol, in: elf)
    guard relocation.symbol == 0 || symbol.isThreadLocal else {
      return "refers to symbol \(relocation.symbol), which is not thread-local"
    }
    guard relocation.symbol == 0 || symbol.isDefined else { return nil }
    guard let threadLocal else {
      return "is thread-local, but the file has no thread-local storage"
    }
    guard
      kind == .threadLocalModule
        || symbol.address &+ relocation.addend <= threadLocal.memorySize
    else { return "is beyond the end of the thread-local storage" }
    return nil
  }

  /// Checks the packed relocations, `DT_RELR`. An even word is the address of a word to relocate. The odd
  /// words after it are bitmaps: each bit but the lowest stands for one of the next 63 words.
  private mutating func checkPacked(
    _ tables: DynamicTables, _ elf: borrowing ElfFile
  ) throws(FileDefect) {
    guard let extent = tables[.packedRelocations] else { return }
    var next: UInt64?
    var index = 0
    for part in extent.parts(of: 4096 * 8) {
      for word in try elf.words(in: part) {
        if word & 1 == 0 {
          try checkPacked(word, index, elf)
          // No overflow: the word was checked to be in memory.
          next = word + 8
        } else if let start = next {
          for bit in 0..<63 where word >> UInt64(bit + 1) & 1 == 1 {
            try checkPacked(start &+ UInt64(8 * bit), index, elf)
          }
          next = start &+ 8 * 63
        } else {
          throw Self.packedDefect(index, "is a bitmap without a preceding address")
        }
        index += 1
      }
    }
  }

  private mutating func checkPacked(
    _ address: UInt64, _ index: Int, _ elf: borrowing ElfFile
  ) throws(FileDefect) {
    if let objection = objection(toWriting: 8, at: address) {
      throw Self.packedDefect(index, objection)
    }
    switch arrays.effect(at: address, count: 8) {
    case .elsewhere: break
    case .part(let array): throw Self.packedDefect(index, "overwrites part of its \(array)")
    case .entry(let entry, let extent):
      guard let value = try elf.words(in: extent).first, segments.containCode(at: value) else {
        throw Self.packedDefect(index, "points \(entry) outside the executable segments")
      }
    }
  }

  private static func packedDefect(_ index: Int, _ predicate: String) -> FileDefect {
    .malformedELF(
      "entry \(index) of its \(DynamicTables.Kind.packedRelocations.rawValue) \(predicate)")
  }
}
