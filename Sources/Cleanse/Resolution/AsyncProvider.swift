import CleanseGraph

/// Returns values that have to be awaited.
///
/// A factory can request an `AsyncProvider` instead of a ``Provider`` for every type, and has to if an
/// asynchronous factory makes a new value for each request. A shared value of an asynchronous factory was
/// already awaited by `build`.
///
/// It can be used from any thread if its element is sendable.
public struct AsyncProvider<Element> {
  private let getter: @Sendable () async throws -> Box<Element>

  /// Creates a provider that calls `getter` for each value.
  @available(swift, introduced: 6.0)
  public init(getter: @escaping @Sendable () async throws -> Element) {
    self.getter = { Box(try await getter()) }
  }

  init(link: EffectLink<Element>, context: Context) {
    getter = { try await link.getAwaiting(context) }
  }

  @_disfavoredOverload
  init(unchecked getter: @escaping () async throws -> Element) {
    // Safety: the caller makes sure that the function can be called on any thread.
    nonisolated(unsafe) let getter = getter
    self.getter = { Box(try await unsafe getter()) }
  }

  /// Returns a new value, or the shared one, depending on the binding.
  ///
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it. Its underlying error is a
  ///   ``DeferredCallError`` if the provider is part of a cycle and is called too early or too late.
  nonisolated(nonsending) public func get() async throws(ResolutionError) -> Element {
    do {
      return try await getter().value
    } catch {
      throw ResolutionError(error)
    }
  }
}

extension AsyncProvider: Sendable where Element: Sendable {}

/// Returns values that are bound with a tag and have to be awaited.
public struct TaggedAsyncProvider<T: Tag> {
  /// The provider without the tag.
  public let asProvider: AsyncProvider<T.Element>

  /// Creates a provider that calls `getter` for each value, for use in tests.
  @available(swift, introduced: 6.0)
  public init(getter: @escaping @Sendable () async throws -> T.Element) {
    self.init(AsyncProvider(getter: getter))
  }

  init(_ provider: AsyncProvider<T.Element>) {
    asProvider = provider
  }

  /// Returns a new value, or the shared one, depending on the binding.
  ///
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it.
  nonisolated(nonsending) public func get() async throws(ResolutionError) -> T.Element {
    try await asProvider.get()
  }
}

extension TaggedAsyncProvider: Sendable where T.Element: Sendable {}
