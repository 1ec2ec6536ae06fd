/// An entry of a relocation table: the address that the dynamic linker writes to, and the value. (System V
/// ABI, "Relocation".)
struct Relocation: Equatable {
  /// `r_offset`, which in a shared library is an address.
  let address: UInt64
  /// `R_…`
  let type: UInt32
  /// The symbol's index.
  let symbol: UInt32
  /// `r_addend`, as the bits of a signed number.
  let addend: UInt64

  /// The size of an entry in bytes. Both architectures use only entries with addends (`DT_RELA`).
  static let size: UInt64 = 24
}
