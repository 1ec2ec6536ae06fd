import CleanseC

/// The layouts of a C function that takes and returns only scalars and pointers, in one number, which is found fast.
struct ScalarLayouts: Hashable {
  /// Four bits for each layout, none of which is zero.
  private var number: UInt64 = 0
  private var shift: UInt64 = 0

  /// Returns nil for any other function, and for more layouts than there is room for.
  init?(_ signature: borrowing CSignature) {
    guard append(signature.result.type) else { return nil }
    let parameters = signature.parameters
    for index in parameters.indices {
      switch parameters[index].form {
      case .value, .throwingElements:
        guard append(parameters[index].key.type) else { return nil }
      case .optional, .provider, .optionalProvider: guard append(Self.pointer) else { return nil }
      }
    }
    guard !signature.throws || append(Self.pointer) else { return nil }
  }

  private static let pointer: UInt64 = 12

  private mutating func append(_ type: CType) -> Bool {
    let code: UInt64
    switch type {
    case .bool: code = 1
    case .int8: code = 2
    case .int16: code = 3
    case .int32: code = 4
    case .int64: code = 5
    case .uint8: code = 6
    case .uint16: code = 7
    case .uint32: code = 8
    case .uint64: code = 9
    case .float: code = 10
    case .double: code = 11
    case .string, .pointer: code = Self.pointer
    case .array, .structure: return false
    }
    return append(code)
  }

  private mutating func append(_ code: UInt64) -> Bool {
    guard shift < UInt64.bitWidth else { return false }
    number |= code &<< shift
    shift += 4
    return true
  }
}
