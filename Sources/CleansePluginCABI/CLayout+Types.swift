import CleanseC

extension CLayout {
  /// Creates the memory layout of a type's values.
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

  /// Creates the memory layout of a parameter as it is passed.
  init(of parameter: CParameter) throws(CallInterfaceError) {
    switch parameter.form {
    // An array of providers has the layout of any array.
    case .value, .throwingElements: self = try CLayout(parameter.key.type)
    case .optional, .provider, .optionalProvider: self = .pointer
    }
  }
}
