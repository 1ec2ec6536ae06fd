import CleanseGraph

/// Hands out values whose making can throw.
///
/// It can be asked for in place of a ``Provider`` for every type, and has to be where a factory on the
/// way to the value throws.
public struct ThrowingProvider<Element> {
  private let getter: () throws -> Element

  /// Calls the function each time.
  public init(getter: @escaping @Sendable () throws -> Element) {
    self.getter = getter
  }

  init(link: EffectLink<Element>, context: Context) {
    getter = { try link.get(context) }
  }

  /// The value: a new one, or the shared one, as its binding says. A shared one that could not be
  /// made is tried anew by the next who asks.
  ///
  /// - Throws: What a factory threw, with the path to it; a ``DeferredCallError`` as the underlying error of a
  ///   call that comes too early or too late in a cycle.
  public func get() throws(ResolutionError) -> Element {
    do {
      return try getter()
    } catch {
      throw ResolutionError(error)
    }
  }
}

// Safety: the getter is marked as sendable, or comes from the graph.
extension ThrowingProvider: @unchecked Sendable where Element: Sendable {}

/// Hands out what is bound under a tag and whose making can throw.
public struct TaggedThrowingProvider<T: Tag> {
  /// The same without the tag.
  public let asProvider: ThrowingProvider<T.Element>

  /// Calls the function each time; a test makes one of a value that way.
  public init(getter: @escaping @Sendable () throws -> T.Element) {
    self.init(ThrowingProvider(getter: getter))
  }

  init(_ provider: ThrowingProvider<T.Element>) {
    asProvider = provider
  }

  /// The value: a new one, or the shared one, as its binding says.
  ///
  /// - Throws: What a factory threw, with the path to it.
  public func get() throws(ResolutionError) -> T.Element {
    try asProvider.get()
  }
}

extension TaggedThrowingProvider: Sendable where T.Element: Sendable {}
