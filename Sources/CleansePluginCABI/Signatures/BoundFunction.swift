package import Cleanse
package import CleanseC

/// A C function that a plugin binds, and the types that its signature promises.
package struct BoundFunction: Sendable {
  package let signature: CSignature
  package let location: SourceLocation?
  package let provenance: Provenance
  package let address: UInt
  /// How the host passes the result and the parameters, the last of which is that of `throws`.
  package let result: PassedType
  package let parameters: [PassedType]
}

/// How a value is passed to or from a C function. Whether an integer has a sign makes no difference.
package struct PassedType: Hashable, Sendable {
  package enum Kind: Character, Sendable {
    case void = "v"
    case integer = "i"
    case floatingPoint = "f"
    case pointer = "p"
    case structure = "s"
  }

  package let kind: Kind
  /// The size in bytes.
  package let size: Int

  package init(_ kind: Kind, size: Int) {
    (self.kind, self.size) = (kind, size)
  }

  init(_ layout: CLayout) {
    let kind: Kind =
      switch layout {
      case .void: .void
      case .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: .integer
      case .float, .double: .floatingPoint
      case .pointer: .pointer
      case .structure: .structure
      }
    self.init(kind, size: layout.size)
  }
}

extension PassedType: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .void: "nothing"
    case .integer: "an integer of \(size) bytes"
    case .floatingPoint: "a floating-point number of \(size) bytes"
    case .pointer: "a pointer"
    case .structure: "a structure of \(size) bytes"
    }
  }
}

extension Recording {
  /// Returns the C functions that a contributor binds, in ascending order of the bindings.
  package func boundFunctions(from origin: String) -> [BoundFunction] {
    functions(from: origin).compactMap { index in
      guard let foreign = implementations[index.number].guest as? ForeignBinding,
        case .function(let source) = foreign.source, let function = source as? CFunction
      else { return nil }
      return BoundFunction(
        signature: foreign.signature, location: graph[index].location,
        provenance: graph[index].provenance, address: function.address,
        result: PassedType(function.layouts.result),
        parameters: function.layouts.arguments.map(PassedType.init))
    }
  }
}
