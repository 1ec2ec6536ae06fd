import CleanseC

extension CLayout {
  /// How a value of the type lies in memory.
  init(_ type: CType) throws(CallInterfaceError) {
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
    case .string, .pointer: self = .pointer
    case .array: self = .structure(try CStructureLayout([.pointer, .uint64]))
    case .structure(let structure):
      var fields: [CLayout] = []
      for field in structure.fields { fields.append(try CLayout(field.type)) }
      self = .structure(try CStructureLayout(fields))
    }
  }

  /// How a parameter is handed over.
  init(of parameter: CParameter) throws(CallInterfaceError) {
    switch parameter.form {
    // Several providers are an array, as their collection is.
    case .value, .throwingElements: self = try CLayout(parameter.key.type)
    case .optional, .provider: self = .pointer
    }
  }
}
