import Cleanse

/// A provider that somebody bound as such: what C asks a provider for is what this one yields.
protocol BoundProvider<Element>: SendableMetatype {
  associatedtype Element

  /// The value, in whichever way the provider has it.
  func yielded() throws -> Element
}

extension Provider: BoundProvider {
  func yielded() -> Element { get() }
}

extension TaggedProvider: BoundProvider {
  func yielded() -> T.Element { get() }
}

extension ThrowingProvider: BoundProvider {
  func yielded() throws -> Element { try get() }
}

extension TaggedThrowingProvider: BoundProvider {
  func yielded() throws -> T.Element { try get() }
}

extension BoundProvider {
  /// Links to what the bound provider yields, which is a `Value`.
  static func link<Value>(
    to linked: AnyObject, yielding type: Value.Type
  ) -> @Sendable (Context) throws -> Value {
    let link = EffectLink<Self>(linked)
    return { context in
      guard let value = try link.get(context).yielded() as? Value else {
        // It answers a request for a provider of the parameter's key, and such a request and the key have
        // one type of elements. So another one is a mistake of the framework, as in `LinkedProvider.of`.
        preconditionFailure("A provider was linked under the key of another type")
      }
      return value
    }
  }
}
