/// One entry of the dynamic symbol table. (System V ABI, "Symbol Table".)
struct DynamicSymbol: Equatable {
  /// Where the name begins in the string table.
  let name: UInt32
  /// `STT_…`
  let kind: UInt8
  /// `STB_…`
  let binding: UInt8
  /// `st_shndx`
  let section: UInt16

  /// The size of a 64-bit entry in bytes.
  static let size: UInt64 = 24

  /// Whether the file brings what the symbol names, and does not just ask for it.
  var isDefined: Bool { section != 0 }
  var isGlobal: Bool { binding == 1 }
  var isFunction: Bool { kind == 2 }
}
