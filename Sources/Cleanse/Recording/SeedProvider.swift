/// A seed that provides another key: `Provider<T>` provides `T`, and `TaggedProvider<Tag>` the key of the tag.
protocol SeedProvider: ProviderProtocol, SendableMetatype {}

extension SeedProvider {
  /// Returns a linked provider of the element that the provider in a cell returns.
  static func filled(cell: Cell) -> AnyObject {
    LinkedProvider<Element> { context, _ in (context.filled(cell: cell) as Self).get() }
  }

  /// Links a binding of the element, whose only request is the provider.
  static func element(_ linker: Linker) -> AnyObject {
    linker.provider { context, links in
      var links = links
      return (links.value(in: context) as Self).get()
    }
  }

  /// Turns a linked provider of the provider into a linked provider of the element.
  static func unwrapped(_ linked: AnyObject) -> AnyObject {
    switch EffectLink<Self>(linked) {
    case .plain(let provider):
      LinkedProvider<Element> { context, _ in provider.get(context).get() }
    case .throwing(let provider):
      ThrowingLinkedProvider<Element> { context in try provider.get(context).get() }
    case .awaited(let provider):
      AsyncLinkedProvider<Element> { context in Box(try await provider.get(context).value.get()) }
    }
  }
}

extension Provider: SeedProvider {}
extension TaggedProvider: SeedProvider {}
