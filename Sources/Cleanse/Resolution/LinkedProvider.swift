/// A provider whose dependencies are linked. To make a value, it only needs a component instance.
package final class LinkedProvider<Element>: Sendable {
  private let make: @Sendable (Context, Links) -> Element
  private let links: Links
  private let linkCount: Int32
  private let sharing: Sharing?

  /// Creates a provider without dependencies that makes a value for each request.
  convenience init(_ make: @escaping @Sendable (Context, Links) -> Element) {
    self.init(dependingOn: [], make)
  }

  /// Creates a provider that passes links to its dependencies to the factory.
  init(
    dependingOn providers: [AnyObject], sharing: Sharing? = nil,
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
    if let box = unsafe context.storage.cells.box(at: sharing.cell, of: Element.self) {
      return unsafe box._withUnsafeGuaranteedRef { $0.value }
    }
    return makeShared(sharing, in: context)
  }

  /// Separate, as a closure that captures `self` would be retained even if it is not called.
  @inline(never)
  private func makeShared(_ sharing: Sharing, in context: Context) -> Element {
    context.shared(
      cell: sharing.cell, weakSlot: sharing.weakSlot, make: { make($0, links) })
  }

  /// Casts an untyped reference to a linked provider.
  ///
  /// References are stored by key, and a key determines the type, so a different type is a bug in the
  /// framework.
  package static func of(_ object: AnyObject) -> LinkedProvider<Element> {
    precondition(
      type(of: object) == LinkedProvider<Element>.self,
      "A provider was linked under the key of another type")
    return unsafe unsafeDowncast(object, to: LinkedProvider<Element>.self)
  }
}
