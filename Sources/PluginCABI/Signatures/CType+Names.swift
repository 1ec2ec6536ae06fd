import CleanseC

extension CType {
  /// The type of that name, for one that needs no declaration.
  static func named(_ name: String) -> CType? {
    // Made each time: in a table for all time, the sanitizer for leaks would not see what refers to it.
    name == "bytes" ? .array(.uint8) : simple[name]
  }

  /// All names of types that need no declaration, in their order.
  static let names = (simple.keys + ["bytes"]).sorted()

  private static let simple: [String: CType] = [
    "bool": .bool,
    "int8": .int8, "int16": .int16, "int32": .int32, "int64": .int64,
    "int8_t": .int8, "int16_t": .int16, "int32_t": .int32, "int64_t": .int64,
    "uint8": .uint8, "uint16": .uint16, "uint32": .uint32, "uint64": .uint64,
    "uint8_t": .uint8, "uint16_t": .uint16, "uint32_t": .uint32, "uint64_t": .uint64,
    "int": .int32, "unsigned": .uint32, "size_t": .uint64,
    "float": .float, "double": .double,
    "string": .string,
  ]

  /// What to write instead of types that C has and signatures don't.
  ///
  /// The width of `long` is another one on other systems, and what a `char *` is for can't be told
  /// from `char` alone.
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

  /// Words that stand in front of types, or for none: no structure can have them as its name.
  static let words: Set = ["borrowed", "owned", "const", "struct", "void", "cleanse_error"]
}
