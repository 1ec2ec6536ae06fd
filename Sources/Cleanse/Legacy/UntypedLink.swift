/// The way to a value whose type is only known at run time.
enum UntypedLink: Sendable {
  case plain(@Sendable (Context) -> Any)
  case throwing(@Sendable (Context) throws -> Any)

  /// - Throws: A ``ResolutionError`` when a factory on the way does.
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
  /// The way from a linked provider to its value, for who does not know the type.
  static func untyped(_ linked: AnyObject) -> UntypedLink {
    let link = EffectLink<Element>(linked)
    guard case .plain(let provider) = link else {
      return .throwing { context in try link.get(context) }
    }
    return .plain { context in provider.get(context) }
  }
}
