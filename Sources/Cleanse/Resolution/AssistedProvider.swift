/// A linked provider of one parameter of an assisted factory.
final class AssistedProvider<Seed, Element>: Sendable {
  let get: @Sendable (Context, Seed) throws -> Element

  init(_ get: @escaping @Sendable (Context, Seed) throws -> Element) {
    self.get = get
  }
}

extension Linker {
  /// What answers the next parameter of an assisted factory: the seed, or the next request.
  @usableFromInline
  func assisted<Seed, Element>(
    by seed: Seed.Type, _ parameter: Element.Type
  ) -> @Sendable (Context, Seed) throws -> Element {
    let fromSeed = AssistedProvider<Seed, Assisted<Seed>> { _, seed in Assisted(seed) }
    // The cast holds for the parameter that is of just this type.
    if let provider = fromSeed as AnyObject as? AssistedProvider<Seed, Element> {
      return provider.get
    }
    let link = effectLink(to: parameter)
    return { context, _ in try link.get(context) }
  }
}
