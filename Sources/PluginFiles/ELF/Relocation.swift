/// One entry of a relocation table: where the dynamic linker writes, and what. (System V ABI,
/// "Relocation".)
struct Relocation: Equatable {
  /// `r_offset`, which in a shared library is an address.
  let address: UInt64
  /// `R_…`
  let type: UInt32
  /// The symbol's index.
  let symbol: UInt32
  /// `r_addend`, as the bits of a signed number.
  let addend: UInt64

  /// The size of an entry in bytes. Both machines have those with addends alone (`DT_RELA`).
  static let size: UInt64 = 24
}
