import CleanseGraph

/// Hands out values whose making has to be awaited.
///
/// It can be asked for in place of a ``Provider`` for every type, and has to be where an asynchronous
/// factory makes a new value for each request. A shared value has been awaited by `build` before.
public struct AsyncProvider<Element> {
  private let getter: @Sendable () async throws -> Box<Element>

  /// Calls the function each time.
  public init(getter: @escaping @Sendable () async throws -> Element) {
    self.getter = { Box(try await getter()) }
  }

  init(link: EffectLink<Element>, context: Context) {
    getter = { try await link.getAwaiting(context) }
  }

  /// The value: a new one, or the shared one, as its binding says.
  ///
  /// - Throws: What a factory threw, with the path to it; a ``DeferredCallError`` as the underlying error of a
  ///   call that comes too early or too late in a cycle.
  nonisolated(nonsending) public func get() async throws(ResolutionError) -> Element {
    do {
      return try await getter().value
    } catch {
      throw ResolutionError(error)
    }
  }
}

extension AsyncProvider: Sendable where Element: Sendable {}

/// Hands out what is bound under a tag and whose making has to be awaited.
public struct TaggedAsyncProvider<T: Tag> {
  /// The same without the tag.
  public let asProvider: AsyncProvider<T.Element>

  /// Calls the function each time; a test makes one of a value that way.
  public init(getter: @escaping @Sendable () async throws -> T.Element) {
    self.init(AsyncProvider(getter: getter))
  }

  init(_ provider: AsyncProvider<T.Element>) {
    asProvider = provider
  }

  /// The value: a new one, or the shared one, as its binding says.
  ///
  /// - Throws: What a factory threw, with the path to it.
  nonisolated(nonsending) public func get() async throws(ResolutionError) -> T.Element {
    try await asProvider.get()
  }
}

extension TaggedAsyncProvider: Sendable where T.Element: Sendable {}
