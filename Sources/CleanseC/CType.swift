/// A type of values that are passed between Swift and C.
///
/// Indirect as a whole: a type is stored as one word, and only a type with a payload is allocated.
@frozen package indirect enum CType: Hashable, Sendable {
  case bool
  case int8, int16, int32, int64
  case uint8, uint16, uint32, uint64
  case float, double
  case string
  /// A structure by value.
  case structure(CStructureType)
  /// A `NAME *`: a handle, or a table of functions.
  case pointer(String)
  /// An array; an array of `uint8` is called `bytes`.
  case array(CType)

  /// Whether it is a number or a `bool`, of which each value is valid in C and in Swift.
  var isScalar: Bool {
    switch self {
    case .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double:
      true
    case .string, .structure, .pointer, .array: false
    }
  }

  var isArray: Bool {
    if case .array = self { true } else { false }
  }

  /// Whether C passes memory of variable length, whose owner `borrowed` and `owned` specify.
  package var isBuffer: Bool {
    switch self {
    case .string, .array: true
    default: false
    }
  }
}

extension CType: CustomStringConvertible {
  /// The type in the canonical spelling of signatures.
  package var description: String {
    switch self {
    case .bool: "bool"
    case .int8: "int8"
    case .int16: "int16"
    case .int32: "int32"
    case .int64: "int64"
    case .uint8: "uint8"
    case .uint16: "uint16"
    case .uint32: "uint32"
    case .uint64: "uint64"
    case .float: "float"
    case .double: "double"
    case .string: "string"
    case .structure(let structure): structure.name
    case .pointer(let name): name + " *"
    case .array(.uint8): "bytes"
    case .array(let element): element.description + "[]"
    }
  }
}
