/// The type of a number or a Boolean, which C passes in a register and which refers to no other memory.
enum ForeignScalar: Sendable {
  case bool
  case int8, int16, int32, int64
  case uint8, uint16, uint32, uint64
  case float, double

  /// Returns nil for a type that is not a scalar.
  init?(_ type: CType) {
    switch type {
    case .bool: self = .bool
    case .int8: self = .int8
    case .int16: self = .int16
    case .int32: self = .int32
    case .int64: self = .int64
    case .uint8: self = .uint8
    case .uint16: self = .uint16
    case .uint32: self = .uint32
    case .uint64: self = .uint64
    case .float: self = .float
    case .double: self = .double
    case .string, .structure, .pointer, .array: return nil
    }
  }

  /// Applies an operation to the Swift type. The types are spelled out, so that the compiler specializes the
  /// code for each.
  @inline(__always)
  func apply<Use: ForeignScalarUse>(_ use: inout Use) -> Use.Result {
    switch self {
    case .bool: use.apply(to: Bool.self)
    case .int8: use.apply(to: Int8.self)
    case .int16: use.apply(to: Int16.self)
    case .int32: use.apply(to: Int32.self)
    case .int64: use.apply(to: Int64.self)
    case .uint8: use.apply(to: UInt8.self)
    case .uint16: use.apply(to: UInt16.self)
    case .uint32: use.apply(to: UInt32.self)
    case .uint64: use.apply(to: UInt64.self)
    case .float: use.apply(to: Float.self)
    case .double: use.apply(to: Double.self)
    }
  }
}

/// An operation on a scalar type.
protocol ForeignScalarUse {
  associatedtype Result

  mutating func apply<Value: BitwiseCopyable & Sendable>(to type: Value.Type) -> Result
}
