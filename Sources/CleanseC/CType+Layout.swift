extension CType {
  /// The size of a value in C in bytes, on systems with 64-bit pointers.
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

  /// The alignment of a value in bytes.
  package var alignment: Int {
    switch self {
    case .array: 8
    case .structure(let structure): structure.fields.map(\.type.alignment).max() ?? 1
    default: size
    }
  }

  /// The name that replaces the Swift type in a key, because many C types share that type; nil for the
  /// others.
  var keyName: String? {
    switch self {
    case .structure(let structure): structure.name
    case .pointer(let name): "\(name) *"
    case .array(let element): element.keyName.map { "\($0)[]" }
    default: nil
    }
  }

  /// The key name with everything that distinguishes such types, such as the fields of a structure.
  var keyIdentity: String? {
    switch self {
    case .structure(let structure): structure.layout
    case .array(let element): element.keyIdentity.map { "\($0)[]" }
    default: keyName
    }
  }

  /// The structure, or the structure that is the element of an array.
  var structure: CStructureType? {
    switch self {
    case .structure(let structure): structure
    case .array(let element): element.structure
    default: nil
    }
  }
}

extension CStructureType {
  /// The declaration, with the fields of nested structures.
  var layout: String {
    let fields = fields.map { "\($0.type.keyIdentity ?? $0.type.description) \($0.name); " }
    return "\(name) { \(fields.joined())}"
  }
}

extension Int {
  /// Returns the number rounded up to a multiple of a power of two.
  func rounded(to alignment: Int) -> Int {
    (self + alignment - 1) & ~(alignment - 1)
  }
}
