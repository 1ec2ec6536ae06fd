/// A provider whose dependencies are linked: all that it still needs is the component instance.
@usableFromInline
final class LinkedProvider<Element>: Sendable {
  private let make: @Sendable (Context, Links) -> Element
  private let links: Links
  private let linkCount: Int

  /// A provider that asks for nothing.
  convenience init(_ make: @escaping @Sendable (Context, Links) -> Element) {
    self.init(asking: [], make)
  }

  /// A provider that is given links to these.
  init(asking providers: [AnyObject], _ make: @escaping @Sendable (Context, Links) -> Element) {
    self.make = make
    links = Links(to: providers)
    linkCount = providers.count
  }

  deinit {
    links.release(count: linkCount)
  }

  func get(_ context: Context) -> Element {
    make(context, links)
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
