/// One entry of the dynamic symbol table. (System V ABI, "Symbol Table".)
struct DynamicSymbol: Equatable {
  /// Where the name begins in the string table.
  let name: UInt32
  /// `STT_…`
  let kind: UInt8
  /// `STB_…`
  let binding: UInt8
  /// `STV_…`
  let visibility: UInt8
  /// `st_shndx`
  let section: UInt16
  /// `st_value`, which in a shared library is an address.
  let address: UInt64

  /// The size of a 64-bit entry in bytes.
  static let size: UInt64 = 24

  /// Whether the file brings what the symbol names, and does not just ask for it.
  var isDefined: Bool { section != 0 }
  /// Whether the value counts from where the file gets loaded, as that of absolute symbols and of
  /// other special ones does not (`SHN_LORESERVE` and above).
  var isRelocated: Bool { section < 0xFF00 }
  /// Whether the dynamic linker takes the symbol itself for what it names, though it names what is
  /// elsewhere: those that are local, internal or hidden. The first entry of every table has no name.
  var isUnresolvable: Bool {
    !isDefined && name != 0 && (binding == 0 || visibility == 1 || visibility == 2)
  }
  var isGlobal: Bool { binding == 1 }
  var isFunction: Bool { kind == 2 }
  var isThreadLocal: Bool { kind == 6 }
  /// Whether it names a function that the dynamic linker calls for the address (`STT_GNU_IFUNC`).
  var isResolver: Bool { kind == 10 }
}
