/// Sets the properties of an instance that was made outside of the graph.
///
/// It does not consider class hierarchies: the injector of a subclass can depend on the `PropertyInjector` of
/// the superclass.
///
/// It can be used from any thread if its element is sendable.
public struct PropertyInjector<Element> {
  private let inject: (Element) -> Void

  /// Creates an injector that calls a function, for use in tests without a graph.
  @available(swift, introduced: 6.0)
  public init(_ inject: @escaping @Sendable (Element) -> Void) {
    self.inject = inject
  }

  @_disfavoredOverload
  init(unchecked inject: @escaping (Element) -> Void) {
    self.inject = inject
  }

  /// Sets the properties of the instance. Each call requests the dependencies from the graph again.
  public func injectProperties(into instance: Element) {
    inject(instance)
  }
}

// Safety: the closure is marked as sendable, or is that of code in the Swift 5 language mode, whose author is
// responsible; whether the instance may be used on another thread depends on its type.
extension PropertyInjector: @unchecked Sendable where Element: Sendable {}
