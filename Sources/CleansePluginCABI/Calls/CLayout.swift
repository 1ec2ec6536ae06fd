/// The layout of a C value in memory, which determines how it is passed.
enum CLayout: Hashable, Sendable {
  case bool
  case int8, int16, int32, int64
  case uint8, uint16, uint32, uint64
  case float, double
  case pointer
  case structure(CStructureLayout)
  /// No value; for results only.
  case void

  /// The size of a value in bytes.
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

  /// The alignment of a value in bytes. As on all 64-bit Linux systems, a scalar is aligned to its size.
  var alignment: Int {
    switch self {
    case .structure(let structure): structure.alignment
    default: max(size, 1)
    }
  }
}
