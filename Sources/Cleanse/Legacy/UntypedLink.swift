/// A link to a value whose type is only known at run time.
enum UntypedLink: Sendable {
  case plain(@Sendable (Context) -> Any)
  case throwing(@Sendable (Context) throws -> Any)

  /// - Throws: A ``ResolutionError`` if a factory throws.
  func get(_ context: Context) throws(ResolutionError) -> Any {
    switch self {
    case .plain(let get): return get(context)
    case .throwing(let get):
      do {
        return try get(context)
      } catch {
        throw ResolutionError(error)
      }
    }
  }
}

extension TypedKey {
  /// Returns an untyped link to a linked provider.
  static func untyped(_ linked: AnyObject) -> UntypedLink {
    let link = EffectLink<Element>(linked)
    guard case .plain(let provider) = link else {
      return .throwing { context in try link.get(context) }
    }
    return .plain { context in provider.get(context) }
  }
}
