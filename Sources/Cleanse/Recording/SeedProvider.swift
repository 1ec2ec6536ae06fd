/// A seed that provides another type: `Provider<T>` is the seed `T`, and `TaggedProvider<Tag>` what is
/// bound under the tag.
protocol SeedProvider: ProviderProtocol, SendableMetatype {}

extension SeedProvider {
  /// A linked provider of the element of the provider in a cell.
  static func filled(cell: Int) -> AnyObject {
    LinkedProvider<Element> { context, _ in (context.filled(cell: cell) as Self).get() }
  }

  /// Links a binding whose one request is the provider to the element of that.
  static func element(_ linker: Linker) -> AnyObject {
    linker.provider { context, links in
      var links = links
      return (links.value(in: context) as Self).get()
    }
  }

  /// A linked provider of the element, of a linked provider of the provider.
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
