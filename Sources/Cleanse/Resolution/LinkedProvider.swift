/// A provider whose dependencies are linked: all that it still needs is the component instance.
package final class LinkedProvider<Element>: Sendable {
  /// Where the instance is that all share who ask.
  struct Sharing {
    let cell: Int32
    /// Where weak providers look for it; nothing when there are none.
    let weakSlot: Int32?
  }

  private let make: @Sendable (Context, Links) -> Element
  private let links: Links
  private let linkCount: Int32
  private let sharing: Sharing?

  /// A provider that asks for nothing and makes a value for each request.
  convenience init(_ make: @escaping @Sendable (Context, Links) -> Element) {
    self.init(asking: [], make)
  }

  /// A provider that is given links to these.
  init(
    asking providers: [AnyObject], sharing: Sharing? = nil,
    _ make: @escaping @Sendable (Context, Links) -> Element
  ) {
    self.make = make
    self.sharing = sharing
    links = Links(to: providers)
    linkCount = Int32(providers.count)
  }

  deinit {
    links.release(count: Int(linkCount))
  }

  package func get(_ context: Context) -> Element {
    guard let sharing else { return make(context, links) }
    if let box = unsafe context.storage.cells.box(at: Int(sharing.cell), of: Element.self) {
      return unsafe box._withUnsafeGuaranteedRef { $0.value }
    }
    return makeShared(sharing, in: context)
  }

  /// Apart, as a closure that holds this would be counted even where it is not called.
  @inline(never)
  private func makeShared(_ sharing: Sharing, in context: Context) -> Element {
    context.shared(
      cell: Int(sharing.cell), weakSlot: sharing.weakSlot.map { Int($0) },
      make: { make($0, links) })
  }

  /// The provider behind an untyped reference.
  ///
  /// The references are kept by key, and a key fixes the type, so another type here is a mistake of
  /// the framework.
  package static func of(_ object: AnyObject) -> LinkedProvider<Element> {
    precondition(
      type(of: object) == LinkedProvider<Element>.self,
      "A provider was linked under the key of another type")
    return unsafe unsafeDowncast(object, to: LinkedProvider<Element>.self)
  }
}
