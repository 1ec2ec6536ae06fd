import Cleanse

/// Tables of functions that C hands over.
enum ForeignTable {
  /// The table that a pointer leads to.
  ///
  /// - Throws: When it is smaller than what the host knows: its first member tells its size.
  static func read<Table>(
    _ type: Table.Type, at pointer: CPointer, _ name: String
  ) throws(CBridgeError) -> Table {
    let address = unsafe pointer.address
    guard UInt(bitPattern: address).isMultiple(of: UInt(MemoryLayout<Table>.alignment))
    else { throw CBridgeError("a `\(name) *` came that is no address of a table") }
    let size = unsafe address.load(as: Int.self)
    guard size >= MemoryLayout<Table>.size else {
      throw CBridgeError(
        "a \(name) has \(size) bytes, and has to have \(MemoryLayout<Table>.size)")
    }
    return unsafe address.load(as: Table.self)
  }
}
