/// A structure that a plugin declares: its name and its fields, in order.
package struct CStructureType: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package let type: CType
    package let name: String

    package init(type: CType, name: String) {
      self.type = type
      self.name = name
    }
  }

  package let name: String
  package let fields: [Field]
  /// The depth of nesting, including this structure.
  package let depth: Int
  /// The number of scalars, including those of nested structures.
  package let scalarCount: Int

  package init(name: String, fields: [Field]) {
    self.name = name
    self.fields = fields
    var depth = 0
    var scalarCount = 0
    for field in fields {
      if case .structure(let inner) = field.type {
        depth = max(depth, inner.depth)
        scalarCount += inner.scalarCount
      } else {
        scalarCount += 1
      }
    }
    self.depth = depth + 1
    self.scalarCount = scalarCount
  }
}

extension CStructureType: CustomStringConvertible {
  /// The declaration, as in `point { double x; double y; }`.
  package var description: String {
    "\(name) { " + fields.map { "\($0.type) \($0.name); " }.joined() + "}"
  }
}
