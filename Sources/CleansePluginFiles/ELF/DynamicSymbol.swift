/// An entry of the dynamic symbol table. (System V ABI, "Symbol Table".)
struct DynamicSymbol: Equatable {
  /// The name's offset in the string table.
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
  /// `st_size`
  let size: UInt64

  /// The size of a 64-bit entry in bytes.
  static let entrySize: UInt64 = 24

  /// Whether the file defines the symbol, as opposed to referring to it.
  var isDefined: Bool { section != 0 }
  /// Whether the value is relative to the load address. The values of absolute and other special symbols
  /// are not (`SHN_LORESERVE` and above).
  var isRelocated: Bool { section < 0xFF00 }
  /// Whether the symbol is undefined, but local, internal or hidden: the dynamic linker does not look
  /// such a symbol up, but uses this entry as its definition. The first entry of a table has no name.
  var isUnresolvable: Bool {
    !isDefined && name != 0 && (binding == 0 || visibility == 1 || visibility == 2)
  }
  var isGlobal: Bool { binding == 1 }
  /// Whether there is one definition in the process, whatever the scope of the library (`STB_GNU_UNIQUE`).
  var isUnique: Bool { binding == 10 }
  /// Whether other libraries can define the symbol in its place. Only a symbol with default visibility is looked up.
  var isReplaceable: Bool {
    isDefined && isGlobal && visibility == 0 && (isFunction || isResolver || isData)
  }
  var isFunction: Bool { kind == 2 }
  /// Whether the symbol is a variable, which may be thread-local or, in C, declared without a value (`STT_COMMON`).
  var isData: Bool { kind == 1 || kind == 5 || isThreadLocal }
  var isThreadLocal: Bool { kind == 6 }
  /// Whether the symbol is an indirect function: the dynamic linker calls it to get the address
  /// (`STT_GNU_IFUNC`).
  var isResolver: Bool { kind == 10 }
}
