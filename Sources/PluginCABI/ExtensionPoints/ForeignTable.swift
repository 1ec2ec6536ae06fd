import CleanseC

/// Tables of functions, and other structures that tell their own size, that C hands over.
enum ForeignTable {
  /// The structure that a pointer leads to.
  ///
  /// - Throws: When it is smaller than what the host knows: its first member tells its size.
  @unsafe static func read<Table>(
    _ type: Table.Type, at address: UnsafeRawPointer, _ name: String
  ) throws(CBridgeError) -> Table {
    guard UInt(bitPattern: address).isMultiple(of: UInt(MemoryLayout<Table>.alignment)) else {
      throw CBridgeError("a `\(name) *` came that is no address of one")
    }
    let size = unsafe address.load(as: UInt.self)
    guard size >= MemoryLayout<Table>.size else {
      throw CBridgeError(
        "a \(name) has \(size) bytes, and has to have \(MemoryLayout<Table>.size)")
    }
    return unsafe address.load(as: Table.self)
  }
}
