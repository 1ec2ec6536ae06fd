import CleanseC

/// A word with a meaning in a type.
enum CTypeWord: Hashable {
  /// The name of a type that needs no declaration.
  case type(CType)
  /// The same, for an array of `uint8`. It is made for each use: the leak sanitizer would not find the reference to a payload
  /// in a static table.
  case bytes
  case character, void
  case structure
  // Modifiers.
  case constant, borrowed, owned

  static let table: CWordTable<CTypeWord> = {
    let others: [String: CTypeWord] = [
      "bytes": .bytes, "char": .character, "void": .void, "struct": .structure, "const": .constant,
      "borrowed": .borrowed, "owned": .owned,
    ]
    return CWordTable(CType.simple.mapValues { .type($0) }.merging(others) { first, _ in first })
  }()
}

extension CType {
  /// The names of all types that need no declaration, sorted.
  static let names = (simple.keys + ["bytes"]).sorted()

  fileprivate static let simple: [String: CType] = [
    "bool": .bool,
    "int8": .int8, "int16": .int16, "int32": .int32, "int64": .int64,
    "int8_t": .int8, "int16_t": .int16, "int32_t": .int32, "int64_t": .int64,
    "uint8": .uint8, "uint16": .uint16, "uint32": .uint32, "uint64": .uint64,
    "uint8_t": .uint8, "uint16_t": .uint16, "uint32_t": .uint32, "uint64_t": .uint64,
    "int": .int32, "unsigned": .uint32, "size_t": .uint64,
    "float": .float, "double": .double,
    "string": .string,
  ]

  /// The replacements for C types that signatures don't support.
  ///
  /// The width of `long` depends on the system, and `char` alone does not distinguish numbers from text.
  static let replacements = [
    "char": "`int8` for a number, `string` for a text",
    "short": "`int16`",
    "long": "`int64`",
    "signed": "`int32`",
    "ssize_t": "`int64`",
    "enum": "`int`",
    "cleanse_bytes": "`bytes`",
    "cleanse_array": "the type of its items with `[]`, as in `double[]`",
  ]

  /// The type of the parameter that `throws` adds, which can't be the name of a structure.
  static let errorName = "cleanse_error"
}
