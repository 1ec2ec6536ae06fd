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

  /// Whether the dynamic linker writes the distance of a variable from the thread pointer: `R_X86_64_TPOFF64` or
  /// `R_AARCH64_TLS_TPREL`.
  var isThreadPointerOffset: Bool {
    #if arch(x86_64)
      type == 18
    #elseif arch(arm64)
      type == 1030
    #else
      #error("add the machine's relocation")
    #endif
  }
}
