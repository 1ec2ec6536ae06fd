/// A provider whose dependencies are linked: all that it still needs is the component instance.
@usableFromInline
final class LinkedProvider<Element>: Sendable {
  @usableFromInline let get: @Sendable (Context) -> Element

  @usableFromInline
  init(_ get: @escaping @Sendable (Context) -> Element) {
    self.get = get
  }

  /// The provider behind an untyped reference.
  ///
  /// The references are kept by key, and a key fixes the type, so another type here is a mistake of
  /// the framework.
  static func of(_ object: AnyObject) -> LinkedProvider<Element> {
    guard let provider = object as? LinkedProvider<Element> else {
      preconditionFailure("A provider was linked under the key of another type")
    }
    return provider
  }
}
