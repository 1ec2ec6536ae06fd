/// A provider whose dependencies are linked: all that it still needs is the component instance.
@usableFromInline
final class LinkedProvider<Element>: Sendable {
  @usableFromInline let get: @Sendable (Context) -> Element

  /// What the closure reaches through links, which keep nothing themselves.
  private let dependencies: [any Sendable & AnyObject]

  @usableFromInline
  init(_ get: @escaping @Sendable (Context) -> Element) {
    self.get = get
    dependencies = []
  }

  /// - Parameter linker: Has just handed out the links that the closure uses.
  @usableFromInline
  init(linkedBy linker: Linker, _ get: @escaping @Sendable (Context) -> Element) {
    self.get = get
    dependencies = linker.takeDependencies()
  }

  /// The provider behind an untyped reference.
  ///
  /// The references are kept by key, and a key fixes the type, so another type here is a mistake of
  /// the framework.
  static func of(_ object: AnyObject) -> LinkedProvider<Element> {
    precondition(
      type(of: object) == LinkedProvider<Element>.self,
      "A provider was linked under the key of another type")
    return unsafeDowncast(object, to: LinkedProvider<Element>.self)
  }
}
