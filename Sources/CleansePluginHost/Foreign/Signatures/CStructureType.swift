/// A structure that a plugin has declared: how it is called and what lies in it, in order.
struct CStructureType: Hashable, Sendable {
  struct Field: Hashable, Sendable {
    let type: CType
    let name: String
  }

  let name: String
  let fields: [Field]
  /// How many structures lie in each other, this one among them.
  let depth: Int
  /// How many numbers there are in all, those of the structures inside among them.
  let scalarCount: Int

  init(name: String, fields: [Field]) {
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
  var description: String {
    "\(name) { " + fields.map { "\($0.type) \($0.name); " }.joined() + "}"
  }
}
