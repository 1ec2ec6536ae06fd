extension CType {
  /// How many bytes a value takes in C, on systems whose pointers have 64 bits.
  package var size: Int {
    switch self {
    case .bool, .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int32, .uint32, .float: 4
    case .int64, .uint64, .double, .string, .pointer: 8
    case .array: 16
    case .structure(let structure):
      structure.fields.reduce(0) { $0.rounded(to: $1.type.alignment) + $1.type.size }
        .rounded(to: alignment)
    }
  }

  /// At what multiples of bytes a value can lie.
  package var alignment: Int {
    switch self {
    case .array: 8
    case .structure(let structure): structure.fields.map(\.type.alignment).max() ?? 1
    default: size
    }
  }

  /// The name that stands in a key in the place of the Swift type, as many C types share that one.
  var keyName: String? {
    switch self {
    case .structure(let structure): structure.name
    case .pointer(let name): "\(name) *"
    case .array(let element): element.keyName.map { "\($0)[]" }
    default: nil
    }
  }

  /// The same with all that tells such types apart.
  var keyIdentity: String? {
    switch self {
    case .structure(let structure): structure.layout
    case .array(let element): element.keyIdentity.map { "\($0)[]" }
    default: keyName
    }
  }

  /// The structure that it is, or is a collection of.
  var structure: CStructureType? {
    switch self {
    case .structure(let structure): structure
    case .array(let element): element.structure
    default: nil
    }
  }
}

extension CStructureType {
  /// The declaration, with the fields of the structures inside.
  var layout: String {
    let fields = fields.map { "\($0.type.keyIdentity ?? $0.type.description) \($0.name); " }
    return "\(name) { \(fields.joined())}"
  }
}

extension Int {
  /// The next multiple of a power of two.
  func rounded(to alignment: Int) -> Int {
    (self + alignment - 1) & ~(alignment - 1)
  }
}
