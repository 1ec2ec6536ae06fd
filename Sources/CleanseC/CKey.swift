/// What is bound and asked for: a type and, where several things of it are told apart, a name.
package struct CKey: Hashable, Sendable {
  package let type: CType
  package let name: String?

  package init(type: CType, name: String? = nil) {
    self.type = type
    self.name = name
  }
}

extension CKey: CustomStringConvertible {
  /// The key as a value is declared under it, as in `double @geometry.width`.
  package var description: String {
    guard let name else { return type.description }
    return "\(type) @\(name)"
  }
}
