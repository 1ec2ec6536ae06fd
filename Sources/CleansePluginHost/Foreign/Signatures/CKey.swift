/// What is bound and asked for: a type and, where several things of it are told apart, a name.
struct CKey: Hashable, Sendable {
  let type: CType
  let name: String?
}

extension CKey: CustomStringConvertible {
  /// The key as a value is declared under it, as in `double @geometry.width`.
  var description: String {
    guard let name else { return type.description }
    return "\(type) @\(name)"
  }
}
