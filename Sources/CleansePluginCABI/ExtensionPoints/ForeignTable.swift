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
    let size = try unsafe Self.size(of: type, at: address, name, smallest)
    return unsafe withUnsafeTemporaryAllocation(
      byteCount: MemoryLayout<Table>.size, alignment: MemoryLayout<Table>.alignment
    ) { copy in
      unsafe copy.initializeMemory(as: UInt8.self, repeating: 0)
      unsafe copy.copyMemory(
        from: UnsafeRawBufferPointer(start: address, count: min(size, copy.count)))
      return unsafe copy.load(as: Table.self)
    }
  }

  /// Copies a structure to memory of a plugin, which begins with its size, too.
  ///
  /// A plugin that was compiled with an earlier or later header has less or more memory. Only what both have is copied;
  /// the size then shows how much that is.
  ///
  /// - Parameter smallest: As for `read`.
  /// - Throws: When the address is misaligned, or the memory is too small. It is not changed then.
  @unsafe static func write<Table>(
    _ table: Table, to address: UnsafeMutableRawPointer, _ name: String,
    smallest: Int = MemoryLayout<Table>.size
  ) throws(CBridgeError) {
    let size = try unsafe Self.size(of: Table.self, at: UnsafeRawPointer(address), name, smallest)
    let count = min(size, MemoryLayout<Table>.size)
    unsafe withUnsafeBytes(of: table) { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: address, count: count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
    }
    unsafe address.storeBytes(of: UInt(count), as: UInt.self)
  }

  /// The first member of the structure at an address.
  private static func size<Table>(
    of type: Table.Type, at address: UnsafeRawPointer, _ name: String, _ smallest: Int
  ) throws(CBridgeError) -> Int {
    guard UInt(bitPattern: address).isMultiple(of: UInt(MemoryLayout<Table>.alignment)) else {
      throw CBridgeError("a `\(name) *` is misaligned")
    }
    let size = unsafe address.load(as: UInt.self)
    guard size >= smallest else {
      throw CBridgeError("a \(name) has \(size) bytes, but needs at least \(smallest)")
    }
    return Int(clamping: size)
  }
}
