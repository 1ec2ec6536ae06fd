/// The key of a C-declared binding or request: a type and, to distinguish several bindings of it, a name.
@frozen package struct CKey: Hashable, Sendable {
  package let type: CType
  package let name: String?

  package init(type: CType, name: String? = nil) {
    self.type = type
    self.name = name
  }
}

extension CKey: CustomStringConvertible {
  /// The key as a C plugin writes it for a value, as in `double @geometry.width`.
  package var description: String {
    guard let name else { return type.description }
    return "\(type) @\(name)"
  }
}
