import CleanseC

/// Function tables and other structures from C that begin with their size.
enum ForeignTable {
  /// Reads the structure at an address.
  ///
  /// - Throws: When the address is misaligned, or the structure's size, its first member, is smaller than
  ///   that of the host's declaration.
  @unsafe static func read<Table>(
    _ type: Table.Type, at address: UnsafeRawPointer, _ name: String
  ) throws(CBridgeError) -> Table {
    guard UInt(bitPattern: address).isMultiple(of: UInt(MemoryLayout<Table>.alignment)) else {
      throw CBridgeError("a `\(name) *` is misaligned")
    }
    let size = unsafe address.load(as: UInt.self)
    guard size >= MemoryLayout<Table>.size else {
      throw CBridgeError(
        "a \(name) has \(size) bytes, but needs at least \(MemoryLayout<Table>.size)")
    }
    return unsafe address.load(as: Table.self)
  }
}
