public import Cleanse

/// A factory of a component, for code that works with any of them.
public protocol ComponentFactoryProtocol<ComponentElement> {
  /// The component.
  associatedtype ComponentElement: ComponentBase

  /// Builds an instance of the component and returns its root.
  func build(_ seed: ComponentElement.Seed) -> ComponentElement.Root
}

extension ComponentFactory {
  /// The component.
  public typealias ComponentElement = C
}

extension ComponentFactory: ComponentFactoryProtocol where C.Failure == Never {
  // The compiler 6.3.1 fails an assertion if `build`, which throws `C.Failure`, is the witness itself.
  /// Builds an instance of the component and returns its root.
  @_implements(ComponentFactoryProtocol,build(_:))
  public func buildRoot(_ seed: C.Seed) -> C.Root {
    root(of: self, seed)
  }
}

private func root<C: ComponentBase>(
  of factory: ComponentFactory<C>, _ seed: C.Seed
) throws(C.Failure) -> C.Root {
  try factory.build(seed)
}

extension ComponentFactory where C.Seed: ProviderProtocol {
  /// A seed of a provider type of the program's own is passed as it is.
  @available(*, unavailable, message: "pass the seed itself, a provider: 'build(Seed(…))'")
  @_disfavoredOverload
  public func build(_ seed: C.Seed.Element) -> C.Root { fatalError("unavailable") }
}

/// Component factories have no identity.
@available(
  *, unavailable,
  message: "a component factory is a value without identity; compare the objects that hold it"
)
public func === <C>(left: ComponentFactory<C>?, right: ComponentFactory<C>?) -> Bool {
  fatalError("unavailable")
}

/// Component factories have no identity.
@available(
  *, unavailable,
  message: "a component factory is a value without identity; compare the objects that hold it"
)
public func !== <C>(left: ComponentFactory<C>?, right: ComponentFactory<C>?) -> Bool {
  fatalError("unavailable")
}
