// Overloads for code in the Swift 5 language mode; see BindToable+LanguageMode5.swift. They are no sendable
// functions for the compiler.

extension Provider {
  /// Creates a provider that calls `getter` for each value, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  public init(getter: @escaping () -> Element) {
    self.init(unchecked: getter)
  }
}

extension ProviderProtocol {
  /// Returns a provider that transforms each value of this one, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  public func map<Other>(_ transform: @escaping (Element) -> Other) -> Provider<Other> {
    Provider(unchecked: { transform(get()) })
  }
}

extension TaggedProvider {
  /// Creates a provider that calls `getter` for each value, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  public init(getter: @escaping () -> T.Element) {
    self.init(Provider(unchecked: getter))
  }
}

extension ThrowingProvider {
  /// Creates a provider that calls `getter` for each value, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  public init(getter: @escaping () throws -> Element) {
    self.init(unchecked: getter)
  }
}

extension TaggedThrowingProvider {
  /// Creates a provider that calls `getter` for each value, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  public init(getter: @escaping () throws -> T.Element) {
    self.init(ThrowingProvider(unchecked: getter))
  }
}

extension AsyncProvider {
  /// Creates a provider that calls `getter` for each value, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  public init(getter: @escaping () async throws -> Element) {
    self.init(unchecked: getter)
  }
}

extension TaggedAsyncProvider {
  /// Creates a provider that calls `getter` for each value, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  public init(getter: @escaping () async throws -> T.Element) {
    self.init(AsyncProvider(unchecked: getter))
  }
}

extension WeakProvider {
  /// Creates a provider that returns what `getter` returns, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  public init(getter: @escaping () -> Instance?) {
    self.init(unchecked: getter)
  }
}

extension Factory {
  /// Creates a factory that calls a function, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  public init(factory: @escaping (F.Seed) throws(F.Failure) -> F.Element) {
    self.init(unchecked: factory)
  }
}

extension ComponentFactory {
  /// Creates a factory that calls a function for each root, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  public init(factory: @escaping (C.Seed) throws(C.Failure) -> C.Root) {
    self.init(unchecked: factory)
  }
}

extension PropertyInjector {
  /// Creates an injector that calls a function, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  public init(_ inject: @escaping (Element) -> Void) {
    self.init(unchecked: inject)
  }
}
