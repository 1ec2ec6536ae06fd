import CleanseGraph

/// Returns values whose making can throw.
///
/// A factory can request a `ThrowingProvider` instead of a ``Provider`` for every type, and has to if a
/// factory that the value depends on can throw.
///
/// It can be used from any thread if its element is sendable.
public struct ThrowingProvider<Element> {
  private let getter: () throws -> Element

  /// Creates a provider that calls `getter` for each value.
  @available(swift, introduced: 6.0)
  public init(getter: @escaping @Sendable () throws -> Element) {
    self.getter = getter
  }

  init(link: EffectLink<Element>, context: Context) {
    getter = { try link.get(context) }
  }

  @_disfavoredOverload
  init(unchecked getter: @escaping () throws -> Element) {
    self.getter = getter
  }

  /// Returns a new value, or the shared one, depending on the binding.
  ///
  /// If a shared value can't be made, the next request tries again.
  ///
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it. Its underlying error is a
  ///   ``DeferredCallError`` if the provider is part of a cycle and is called too early or too late.
  public func get() throws(ResolutionError) -> Element {
    do {
      return try getter()
    } catch {
      throw ResolutionError(error)
    }
  }
}

// Safety: the getter is marked as sendable, comes from the graph, or is that of code in the Swift 5 language mode,
// whose author is responsible.
extension ThrowingProvider: @unchecked Sendable where Element: Sendable {}

/// Returns values that are bound with a tag and whose making can throw.
public struct TaggedThrowingProvider<T: Tag> {
  /// The provider without the tag.
  public let asProvider: ThrowingProvider<T.Element>

  /// Creates a provider that calls `getter` for each value, for use in tests.
  @available(swift, introduced: 6.0)
  public init(getter: @escaping @Sendable () throws -> T.Element) {
    self.init(ThrowingProvider(getter: getter))
  }

  init(_ provider: ThrowingProvider<T.Element>) {
    asProvider = provider
  }

  /// Returns a new value, or the shared one, depending on the binding.
  ///
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it.
  public func get() throws(ResolutionError) -> T.Element {
    try asProvider.get()
  }
}

extension TaggedThrowingProvider: Sendable where T.Element: Sendable {}
