import CleanseC

/// A declared key that may have no binding: an optional, a collection, or an optional collection.
struct CDeclaration: Hashable, Sendable {
  let key: CKey
  let isOptional: Bool
}

extension CDeclaration: CustomStringConvertible {
  /// The declaration, as in `double? @limit`.
  var description: String {
    "\(key.type)" + (isOptional ? "?" : "") + (key.name.map { " @" + $0 } ?? "")
  }
}
