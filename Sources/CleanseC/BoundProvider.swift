import Cleanse

/// A provider type that is itself bound: a C plugin that requests a provider gets the values that it yields.
protocol BoundProvider<Element>: SendableMetatype {
  associatedtype Element

  /// Returns the provider's value.
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
  /// Links to the values of the bound provider, which are of the type `Value`.
  static func link<Value>(
    to linked: AnyObject, yielding type: Value.Type
  ) -> @Sendable (Context) throws -> Value {
    let link = EffectLink<Self>(linked)
    return { context in
      guard let value = try link.get(context).yielded() as? Value else {
        // The provider satisfies a request for a provider of the parameter's key, so its element type is that
        // of the key. A mismatch is a bug in the framework, as in `LinkedProvider.of`.
        preconditionFailure("A provider was linked under the key of another type")
      }
      return value
    }
  }
}
