/// Sets the properties of an instance that somebody else made.
///
/// It knows nothing of class hierarchies: an injector of a subclass can ask for the
/// `PropertyInjector` of the superclass.
public struct PropertyInjector<Element> {
  private let inject: (Element) -> Void

  /// An injector without a graph, as a test needs it.
  public init(_ inject: @escaping @Sendable (Element) -> Void) {
    self.inject = inject
  }

  /// Sets the properties, each time anew from what the graph has.
  public func injectProperties(into instance: Element) {
    inject(instance)
  }
}

// Safety: the closure is marked as sendable; whether the instance may be used on another thread is
// for its type to say.
extension PropertyInjector: @unchecked Sendable where Element: Sendable {}
