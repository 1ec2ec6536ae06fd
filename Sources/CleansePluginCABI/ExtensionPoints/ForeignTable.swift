import CleanseC

/// Function tables and other structures from C that begin with their size.
enum ForeignTable {
  /// Reads the structure at an address.
  ///
  /// - Parameter smallest: The size of the structure in the first version of the header. What a plugin of that version
  ///   lacks is filled with zeros.
  /// - Throws: When the address is misaligned, or the structure's size, its first member, is too small.
  @unsafe static func read<Table>(
    _ type: Table.Type, at address: UnsafeRawPointer, _ name: String,
    smallest: Int = MemoryLayout<Table>.size
  ) throws(CBridgeError) -> Table {
    guard UInt(bitPattern: address).isMultiple(of: UInt(MemoryLayout<Table>.alignment)) else {
      throw CBridgeError("a `\(name) *` is misaligned")
    }
    let size = unsafe address.load(as: UInt.self)
    guard size >= smallest else {
      throw CBridgeError("a \(name) has \(size) bytes, but needs at least \(smallest)")
    }
    return unsafe withUnsafeTemporaryAllocation(
      byteCount: MemoryLayout<Table>.size, alignment: MemoryLayout<Table>.alignment
    ) { copy in
      unsafe copy.initializeMemory(as: UInt8.self, repeating: 0)
      unsafe copy.copyMemory(
        from: UnsafeRawBufferPointer(start: address, count: min(Int(clamping: size), copy.count)))
      return unsafe copy.load(as: Table.self)
    }
  }
}
