/// How a value of C lies in memory and is handed over.
enum CLayout: Hashable, Sendable {
  case bool
  case int8, int16, int32, int64
  case uint8, uint16, uint32, uint64
  case float, double
  case pointer
  case structure(CStructureLayout)
  /// No value; only a result can be that.
  case void

  /// How many bytes a value takes.
  var size: Int {
    switch self {
    case .void: 0
    case .bool, .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int32, .uint32, .float: 4
    case .int64, .uint64, .double, .pointer: 8
    case .structure(let structure): structure.size
    }
  }

  /// What the address of a value is a multiple of. As everywhere on 64-bit Linux, a scalar is aligned to
  /// its size.
  var alignment: Int {
    switch self {
    case .structure(let structure): structure.alignment
    default: max(size, 1)
    }
  }
}
